import { inject } from 'vitest';
import type { TenantClient } from '../../scripts/contract/live-tenant.ts';
import { createRecorder } from '../../scripts/contract/recorder.ts';
import { findApi, type OperationEntry } from '../../scripts/openapi/document.ts';
import { startPrism } from '../../scripts/process/prism.ts';
import { clientCredentials, createManagementClient, type TokenSource } from '../../src/index.js';
import { withOtherSignature } from '../support/signature.ts';
import { type DocumentedResponse, responseFor } from './cases.ts';
import type { ArrangedCall, ContractTarget, Situation } from './target.ts';

/** An id of the same shape that no resource has: some services refuse ids of another shape with 400. */
const unknownIdLike = (id = ''): string =>
  id.replace(/[A-Za-z0-9]+(?=[^A-Za-z0-9]*$)/, (characters) => '0'.repeat(characters.length));

/** A live tenant behind Prism's validating proxy: the tests only read, except for the ids that may be deleted. */
export async function startLiveTarget(): Promise<ContractTarget> {
  const tenant = inject('tenant');
  const { file } = await findApi();
  const proxy = await startPrism(['proxy', file, tenant.baseUrl]);
  const secrets = [tenant.client, tenant.withoutScopes].flatMap((client) => client?.clientSecret ?? []);
  const recorder = createRecorder('live', proxy.url, { secrets });

  // The client retries after a 429: the rate limit of a small plan is lower than the suite's pace.
  const connect = (auth: TokenSource) =>
    createManagementClient({ baseUrl: proxy.url, auth, fetch: recorder.createFetch() });
  const credentialsOf = (client: TenantClient) =>
    clientCredentials({ ...client, tokenUrl: tenant.tokenUrl, audience: tenant.audience });
  // Shared by all situations that need no other token, so that there is one token request.
  const source = credentialsOf(tenant.client);
  const withCredentials = connect(source);
  const recordingFetch = recorder.createFetch();
  const tokenOf = (): Promise<string> =>
    source({ origin: proxy.url, fetch: recordingFetch, signal: new AbortController().signal });

  return {
    situations: (placed: OperationEntry, responses: readonly DocumentedResponse[]) => {
      const id = tenant.ids[placed.id];
      const isRead = placed.method === 'GET';
      const init = { params: { path: { id } } };
      const situation = (status: string, when: string, arrange: string | (() => Promise<ArrangedCall>)): Situation => {
        const response = responseFor(status, responses);
        if (response === undefined) throw new Error(`${placed.id} does not document ${status}`);
        if (id === undefined) return { when, status, response, skipped: 'no id to delete was given' };
        return { when, status, response, ...(typeof arrange === 'string' ? { skipped: arrange } : { arrange }) };
      };
      const readOnly = (reason: string, arrange: () => Promise<ArrangedCall>) => (isRead ? arrange : reason);
      const success = isRead ? '200' : '2XX';
      const { withoutScopes } = tenant;
      return [
        {
          ...situation('401', 'a token that is not a JWT, or 400', async () => ({
            management: connect('no-jwt'),
            init,
          })),
          // The public service takes such a token for a malformed header field.
          otherStatus: '400',
        },
        situation('401', 'an invalid JWT signature', async () => ({
          management: connect(withOtherSignature(await tokenOf())),
          init,
        })),
        situation('401', 'a client that is not global', 'a tenant cannot be made to issue such a token'),
        situation('401', 'an expired token', 'a tenant cannot be made to issue such a token'),
        situation(
          '403',
          'a token without the scope',
          withoutScopes === undefined
            ? 'no client without scopes was configured'
            : async () => ({ management: connect(credentialsOf(withoutScopes)), init }),
        ),
        situation(
          '400',
          'a query parameter',
          readOnly('the call could delete', async () => ({
            management: withCredentials,
            init: { params: { ...init.params, query: { fields: 'name' } } },
          })),
        ),
        situation(
          '404',
          'an unknown id',
          readOnly('only ids that were given are sent with DELETE', async () => ({
            management: withCredentials,
            init: { params: { path: { id: unknownIdLike(id) } } },
          })),
        ),
        situation(
          '429',
          'more calls than the rate limit allows',
          'the suite does not exhaust the rate limit of a tenant',
        ),
        situation(
          success,
          'with a bearer token',
          readOnly('the id can be deleted only once, with client credentials', async () => ({
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
