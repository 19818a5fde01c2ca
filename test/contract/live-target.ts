import { findApi, type OpenApiDocument, type PlacedOperation } from '../../scripts/document.ts';
import { startPrism } from '../../scripts/prism.ts';
import { readTenant, type TenantClient } from '../../scripts/tenant.ts';
import { clientCredentials, createManagementClient, type TokenSource } from '../../src/index.js';
import { type DocumentedResponse, responseFor } from './cases.ts';
import { createRecorder } from './recorder.ts';
import { withOtherSignature } from './sandbox-target.ts';
import type { ArrangedCall, Situation, Target } from './target.ts';

const UNKNOWN_ID = 'no-such-id';

/** A live tenant behind Prism's validating proxy: read, and changed only where that was asked for. */
export async function startLiveTarget(_document: OpenApiDocument): Promise<Target> {
  const tenant = readTenant(process.env);
  const { file } = await findApi();
  const proxy = await startPrism(['proxy', file, tenant.baseUrl]);
  const recorder = createRecorder('live', proxy.url);

  const connect = (auth: TokenSource, scheme = 'bearerAuth') =>
    createManagementClient({ baseUrl: proxy.url, auth, retry: 0, fetch: recorder.fetch(scheme) });
  const credentialsOf = (client: TenantClient) =>
    clientCredentials({ ...client, tokenUrl: tenant.tokenUrl, audience: tenant.audience });
  const sources = { client: credentialsOf(tenant.client) };
  const tokenOf = (): Promise<string> =>
    sources.client({ origin: proxy.url, fetch, signal: new AbortController().signal });

  return {
    situations: (placed: PlacedOperation, responses: readonly DocumentedResponse[]) => {
      const id = tenant.ids[placed.id];
      const isRead = placed.method === 'GET';
      const call = (of = id) => ({ params: { path: { id: of } } });
      const situation = (
        status: string,
        when: string,
        arrange: (() => Promise<ArrangedCall>) | undefined,
        skipped = 'a tenant cannot be made to do this',
      ): Situation[] => {
        const response = responseFor(status, responses);
        if (response === undefined) throw new Error(`${placed.id} does not document ${status}`);
        if (id === undefined) return [{ when, status, response, skipped: 'no id was given that may be deleted' }];
        return [{ when, status, response, ...(arrange === undefined ? { skipped } : { arrange }) }];
      };
      const unscoped = tenant.withoutScopes;
      return [
        situation('401', 'a token that is no JWT', async () => ({ management: connect('no-jwt'), init: call() })),
        situation('401', 'an invalid JWT signature', async () => ({
          management: connect(withOtherSignature(await tokenOf())),
          init: call(),
        })),
        situation('401', 'a client that is not global', undefined),
        situation('401', 'an expired token', undefined),
        situation(
          '403',
          'a token without the scope',
          unscoped && (async () => ({ management: connect(credentialsOf(unscoped)), init: call() })),
          'no client without scopes was given',
        ),
        situation(
          '400',
          'a query parameter',
          isRead
            ? async () => ({
                management: connect(sources.client),
                init: { params: { path: { id }, query: { fields: 'name' } } },
              })
            : undefined,
          'it could delete',
        ),
        situation(
          '404',
          'an unknown id',
          isRead ? async () => ({ management: connect(sources.client), init: call(UNKNOWN_ID) }) : undefined,
          'no id is sent that was not given',
        ),
        situation('429', 'more quick calls than are allowed', undefined, 'a tenant is not driven into its rate limit'),
        situation(
          isRead ? '200' : '2XX',
          'with a bearer token',
          isRead ? async () => ({ management: connect(await tokenOf()), init: call() }) : undefined,
          'it can be deleted once, and is, by client credentials',
        ),
        situation(isRead ? '200' : '2XX', 'with client credentials', async () => ({
          management: connect(sources.client, 'oAuth2ClientCredentials'),
          init: call(),
        })),
      ].flat();
    },
    stop: async () => {
      await proxy.stop();
      await recorder.write();
    },
  };
}
