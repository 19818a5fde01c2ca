import {
  type CallOptions,
  type ClientCredentialsOptions,
  clientCredentials,
  type components,
  createManagementClient,
  type ManagementClient,
  type Pacer,
  type Result,
  type TokenRequest,
  type TokenSource,
} from '../../src/index.ts';
import { type ScriptedResponse, type SentRequest, scriptedFetch } from './scripted-fetch.ts';

export const PROFILE_PATH = '/token-exchange-profiles/{id}';
export const ID = 'tep_9XqRw7vKc2mJ4sLh';
export const PROFILE = {
  id: ID,
  name: 'Partner tokens',
  subject_token_type: 'https://partner.example.com/token-type',
  action_id: '4f1d2c9e-7a3b-4e58-9c06-2b8d5e7f1a90',
  type: 'custom_authentication',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
};

export const profileParams = { params: { path: { id: ID } } };

/** A method of the client as plain JavaScript calls it, without type checks. */
type UntypedCall = (path: string, init?: object) => Promise<Result<unknown>>;

interface ScriptedClient {
  readonly management: ManagementClient;
  /** Every request so far, in order. */
  readonly sent: SentRequest[];
  /** Reads the profile. */
  readonly read: (options?: CallOptions) => Promise<Result<components['schemas']['TokenExchangeProfile']>>;
  /** Deletes the profile. */
  readonly remove: (options?: CallOptions) => Promise<Result<unknown>>;
  /** Makes a call with any method and path, including those that the document does not have. */
  readonly call: (method: string, path: string, init?: object) => Promise<Result<unknown>>;
}

/** Creates a client of the tenant `acme.example.com`. The nth request of the client gets the nth of `responses`. */
export function createScriptedClient(
  responses: readonly ScriptedResponse[],
  options: Omit<CallOptions, 'signal' | 'pace'> & { auth?: TokenSource; pacer?: Pacer } = {},
): ScriptedClient {
  const { fetch, sent } = scriptedFetch(responses);
  const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch, ...options });
  // Plain JavaScript can call any method with any path.
  const untyped = management as unknown as Record<string, UntypedCall>;
  return {
    management,
    sent,
    read: (init) => management.GET(PROFILE_PATH, { ...profileParams, ...init }),
    remove: (init) => management.DELETE(PROFILE_PATH, { ...profileParams, ...init }),
    call: async (method, path, init) => {
      const send = untyped[method];
      if (send === undefined) throw new Error(`the client has no method ${method}`);
      return send(path, init);
    },
  };
}

/** The options of a token source with a client secret. */
export const CLIENT: ClientCredentialsOptions = { clientId: 'my-service', clientSecret: 's3cret' };

interface ScriptedSource {
  /** Calls the token source as a client of `acme.example.com` does. */
  readonly token: (request?: Partial<TokenRequest>) => Promise<string>;
  /** Every token request so far, in order. */
  readonly sent: SentRequest[];
}

/** Creates a token source with `clientCredentials`. The nth token request gets the nth of `responses`. */
export function createScriptedSource(
  responses: readonly ScriptedResponse[],
  options: ClientCredentialsOptions = CLIENT,
): ScriptedSource {
  const { fetch, sent } = scriptedFetch(responses);
  const source = clientCredentials(options);
  const { signal } = new AbortController();
  return {
    token: (request) => source({ origin: 'https://acme.example.com', fetch, signal, ...request }),
    sent,
  };
}
