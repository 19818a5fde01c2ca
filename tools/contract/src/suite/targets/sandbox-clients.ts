import type { OpenApiDocument } from 'tools-document/model';
import { clientDefaults } from 'tools-document/operations';
import { withOtherSignature, withoutSignature } from '../../invalid-tokens.ts';
import { type ClientFetch, createRecorder } from '../../recorder.ts';
import { withoutToken } from '../probes.ts';
import type { ClientOptions, ClientPackage } from '../tested-client.ts';
import { NOT_GLOBAL, type RestoredSandbox } from './restored-sandbox.ts';

/** The clients of the tests, each with the token that a situation needs. */
export type SandboxClients = Awaited<ReturnType<typeof createSandboxClients>>;

export async function createSandboxClients(
  document: OpenApiDocument,
  { createClient, clientCredentials }: ClientPackage,
  { sandbox, refillRateLimit }: RestoredSandbox,
) {
  const { baseUrl, tokenUrl } = sandbox;
  const recorder = createRecorder(document, baseUrl);
  const connect = (auth: ClientOptions['auth'], fetch: ClientFetch = recorder.createFetch()) =>
    createClient({ baseUrl, auth, retry: 0, fetch });
  const refilling =
    (send: ClientFetch): ClientFetch =>
    (request, init) => {
      refillRateLimit();
      return send(request, init);
    };
  const token = await sandbox.issueToken();
  const { audience } = clientDefaults(document);
  const credentials = clientCredentials({
    ...sandbox.credentials,
    tokenUrl,
    ...(audience !== undefined && { audience: new URL(audience, baseUrl).href }),
  });
  // The report does not contain invalid requests.
  const unrecorded = refilling(fetch);
  return {
    token,
    /** The recorded calls of all clients except `unrecorded`. */
    calls: recorder.calls,
    /** Creates another client with a valid token: a client that gets a 429 delays its next call. */
    connectAnother: () => connect(token),
    situations: {
      bearerToken: connect(token),
      clientCredentials: connect(credentials),
      notJwt: connect('no-jwt'),
      invalidSignature: connect(withOtherSignature(token)),
      notGlobal: connect(await sandbox.issueToken({ clientId: NOT_GLOBAL.clientId })),
      expiredToken: connect(await sandbox.issueToken({ expiresIn: 0 })),
      withoutScope: connect(await sandbox.issueToken({ scopes: [] })),
    },
    inSequence: connect(token, refilling(recorder.createFetch())),
    unrecorded: {
      valid: connect(token, unrecorded),
      unsigned: connect(withoutSignature(token), unrecorded),
      missing: connect('no-token', withoutToken(unrecorded)),
      otherAudience: connect(await sandbox.issueToken({ audience: 'https://api.example.com/' }), unrecorded),
    },
  };
}
