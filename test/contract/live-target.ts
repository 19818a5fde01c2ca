import { inject } from 'vitest';
import { findApi, type PlacedOperation } from '../../scripts/document.ts';
import { startPrism } from '../../scripts/prism.ts';
import type { TenantClient } from '../../scripts/tenant.ts';
import { clientCredentials, createManagementClient, type TokenSource } from '../../src/index.js';
import { type DocumentedResponse, responseFor } from './cases.ts';
import { createRecorder } from './recorder.ts';
import { withOtherSignature } from './signature.ts';
import type { ArrangedCall, Situation, Target } from './target.ts';

const UNKNOWN_ID = 'no-such-id';

/** A live tenant behind Prism's validating proxy: read, and changed only where that was asked for. */
export async function startLiveTarget(): Promise<Target> {
  const tenant = inject('tenant');
  const { file } = await findApi();
  const proxy = await startPrism(['proxy', file, tenant.baseUrl]);
  const secrets = [tenant.client, tenant.withoutScopes].flatMap((client) => client?.clientSecret ?? []);
  const recorder = createRecorder('live', proxy.url, { secrets });

  // A small plan's rate limit is met on the way, and waited out.
  const connect = (auth: TokenSource) =>
    createManagementClient({ baseUrl: proxy.url, auth, fetch: recorder.createFetch() });
  const credentialsOf = (client: TenantClient) =>
    clientCredentials({ ...client, tokenUrl: tenant.tokenUrl, audience: tenant.audience });
  // One for all situations that need no other: it makes one token request.
  const source = credentialsOf(tenant.client);
  const withCredentials = connect(source);
  const recordingFetch = recorder.createFetch();
  const tokenOf = (): Promise<string> =>
    source({ origin: proxy.url, fetch: recordingFetch, signal: new AbortController().signal });

  return {
    situations: (placed: PlacedOperation, responses: readonly DocumentedResponse[]) => {
      const id = tenant.ids[placed.id];
      const isRead = placed.method === 'GET';
      const init = { params: { path: { id } } };
      const situation = (status: string, when: string, arrange: string | (() => Promise<ArrangedCall>)): Situation => {
        const response = responseFor(status, responses);
        if (response === undefined) throw new Error(`${placed.id} does not document ${status}`);
        if (id === undefined) return { when, status, response, skipped: 'no id was given that may be deleted' };
        return { when, status, response, ...(typeof arrange === 'string' ? { skipped: arrange } : { arrange }) };
      };
      const readOnly = (reason: string, arrange: () => Promise<ArrangedCall>) => (isRead ? arrange : reason);
      const success = isRead ? '200' : '2XX';
      const { withoutScopes } = tenant;
      return [
        situation('401', 'a token that is no JWT', async () => ({ management: connect('no-jwt'), init })),
        situation('401', 'an invalid JWT signature', async () => ({
          management: connect(withOtherSignature(await tokenOf())),
          init,
        })),
        situation('401', 'a client that is not global', 'a tenant cannot be made to do this'),
        situation('401', 'an expired token', 'a tenant cannot be made to do this'),
        situation(
          '403',
          'a token without the scope',
          withoutScopes === undefined
            ? 'no client without scopes was given'
            : async () => ({ management: connect(credentialsOf(withoutScopes)), init }),
        ),
        situation(
          '400',
          'a query parameter',
          readOnly('it could delete', async () => ({
            management: withCredentials,
            init: { params: { ...init.params, query: { fields: 'name' } } },
          })),
        ),
        situation(
          '404',
          'an unknown id',
          readOnly('no id is sent that was not given', async () => ({
            management: withCredentials,
            init: { params: { path: { id: UNKNOWN_ID } } },
          })),
        ),
        situation('429', 'more quick calls than are allowed', 'a tenant is not driven into its rate limit'),
        situation(
          success,
          'with a bearer token',
          readOnly('it can be deleted once, and is, by client credentials', async () => ({
            management: connect(await tokenOf()),
            init,
          })),
        ),
        situation(success, 'with client credentials', async () => ({ management: withCredentials, init })),
      ];
    },
    stop: async () => {
      await proxy.stop();
      await recorder.write();
    },
  };
}
