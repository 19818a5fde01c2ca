import { inject } from 'vitest';
import type { TenantClient } from '../../scripts/contract/live-tenant.ts';
import { createRecorder } from '../../scripts/contract/recorder.ts';
import { findApi, type OperationEntry } from '../../scripts/openapi/document.ts';
import { startPrism } from '../../scripts/process/prism.ts';
import { clientCredentials, createManagementClient, type TokenSource } from '../../src/index.js';
import { withOtherSignature } from '../support/signature.ts';
import { type DocumentedResponse, responseFor } from './cases.ts';
import type { ArrangedCall, ContractTarget, Situation } from './target.ts';

/** Creates an unknown id in the format of a known id, because some services return 400 for an id in another format. */
const unknownIdLike = (id = ''): string =>
  id.replace(/[A-Za-z0-9]+(?=[^A-Za-z0-9]*$)/, (characters) => '0'.repeat(characters.length));

/**
 * Starts Prism's validating proxy in front of a live tenant. The tests send GET requests, and send DELETE requests only
 * with the ids that the command line allows to be deleted.
 */
export async function startLiveTarget(): Promise<ContractTarget> {
  const tenant = inject('tenant');
  const { file } = await findApi();
  const proxy = await startPrism(['proxy', file, tenant.baseUrl]);
  const secrets = [tenant.client, tenant.withoutScopes].flatMap((client) => client?.clientSecret ?? []);
  const recorder = createRecorder('live', proxy.url, { secrets });

  // Keep the default retries, because the suite can exceed the rate limit of a live tenant.
  const connect = (auth: TokenSource) =>
    createManagementClient({ baseUrl: proxy.url, auth, fetch: recorder.createFetch() });
  const credentialsOf = (client: TenantClient) =>
    clientCredentials({ ...client, tokenUrl: tenant.tokenUrl, audience: tenant.audience });
  // Most situations share this token source, so that the suite sends only one token request for them.
  const tokenSource = credentialsOf(tenant.client);
  const withCredentials = connect(tokenSource);
  const recordingFetch = recorder.createFetch();
  const requestToken = (): Promise<string> =>
    tokenSource({ origin: proxy.url, fetch: recordingFetch, signal: new AbortController().signal });

  return {
    situations: (operation: OperationEntry, responses: readonly DocumentedResponse[]) => {
      const id = tenant.ids[operation.id];
      const isRead = operation.method === 'GET';
      const init = { params: { path: { id } } };
      const situation = (status: string, when: string, arrange: string | (() => Promise<ArrangedCall>)): Situation => {
        const response = responseFor(status, responses);
        if (response === undefined) throw new Error(`${operation.id} does not document ${status}`);
        if (id === undefined) return { when, status, response, skipped: 'no id to delete was passed' };
        return { when, status, response, ...(typeof arrange === 'string' ? { skipped: arrange } : { arrange }) };
      };
      const readOnly = (reason: string, arrange: () => Promise<ArrangedCall>) => (isRead ? arrange : reason);
      const success = isRead ? '200' : '2XX';
      const { withoutScopes } = tenant;
      return [
        {
          ...situation('401', 'a token that is not a JWT', async () => ({
            management: connect('no-jwt'),
            init,
          })),
          // The public service returns 400, because it considers the header field malformed.
          otherStatus: '400',
        },
        situation('401', 'a token with an invalid JWT signature', async () => ({
          management: connect(withOtherSignature(await requestToken())),
          init,
        })),
        situation(
          '401',
          'a token of a client that is not global',
          'a live tenant cannot be made to issue such a token',
        ),
        situation('401', 'an expired token', 'a live tenant cannot be made to issue such a token'),
        situation(
          '403',
          'a token without the required scope',
          withoutScopes === undefined
            ? 'no client without scopes was configured'
            : async () => ({ management: connect(credentialsOf(withoutScopes)), init }),
        ),
        situation(
          '400',
          'an unknown query parameter',
          readOnly('the request could delete the item', async () => ({
            management: withCredentials,
            init: { params: { ...init.params, query: { fields: 'name' } } },
          })),
        ),
        situation(
          '404',
          'an unknown id',
          readOnly('the suite sends DELETE only with the ids that were passed', async () => ({
            management: withCredentials,
            init: { params: { path: { id: unknownIdLike(id) } } },
          })),
        ),
        situation('429', 'a call above the rate limit', 'the suite does not exhaust the rate limit of a live tenant'),
        situation(
          success,
          'a valid bearer token',
          readOnly('the id can be deleted only once; the test with client credentials deletes it', async () => ({
            management: connect(await requestToken()),
            init,
          })),
        ),
        situation(success, 'client credentials', async () => ({ management: withCredentials, init })),
      ];
    },
    stop: async () => {
      await proxy.stop();
      await recorder.write();
    },
  };
}
