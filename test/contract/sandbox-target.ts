import { startSandbox } from 'tenant-management-sandbox';
import { readBehavior } from '../../sandbox/build/behavior.ts';
import { createRecorder } from '../../scripts/contract/recorder.ts';
import { findApi, type OpenApiDocument } from '../../scripts/openapi/document.ts';
import { pathWith, sampleCall } from '../../scripts/openapi/sample.ts';
import { startPrism } from '../../scripts/process/prism.ts';
import { clientCredentials, createManagementClient, type TokenSource } from '../../src/index.js';
import { withOtherSignature } from '../support/signature.ts';
import { responseFor } from './cases.ts';
import type { ArrangedCall, ContractTarget, Situation } from './target.ts';

const DAY_MS = 86_400_000;

/** Clients whose calls the API rejects: one client has no scopes, and the other client is not global. */
const WITHOUT_SCOPES = { clientId: 'without-scopes', clientSecret: 'secret', scopes: [] };
const NOT_GLOBAL = { clientId: 'not-global', clientSecret: 'secret', global: false };

/** Starts a sandbox behind Prism's validating proxy. The target has every situation that the sandbox can simulate. */
export async function startSandboxTarget(document: OpenApiDocument): Promise<ContractTarget> {
  let now = Date.now();
  const sandbox = await startSandbox({ clients: [WITHOUT_SCOPES, NOT_GLOBAL], clock: () => now });
  const { file } = await findApi();
  const { operations } = await readBehavior(file, document);
  const proxy = await startPrism(['proxy', file, sandbox.baseUrl]);
  const recorder = createRecorder('sandbox', proxy.url);

  const connect = (auth: TokenSource) =>
    createManagementClient({ baseUrl: proxy.url, auth, retry: 0, fetch: recorder.createFetch() });
  /** Requests tokens directly from the sandbox, because the proxy has no token endpoint. */
  const credentialsOf = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
    clientCredentials({ clientId, clientSecret, tokenUrl: sandbox.tokenUrl, audience: '/api/v2/' });
  const requestToken = (client = sandbox.credentials): Promise<string> =>
    credentialsOf(client)({ origin: proxy.url, fetch, signal: new AbortController().signal });

  return {
    situations: (operation, responses) => {
      const call = sampleCall(document, operation);
      if (call.skipped !== undefined) {
        const { skipped } = call;
        return responses.map((response) => ({ when: 'a valid call', status: response.documented, response, skipped }));
      }
      const unknown = { ...call, params: { ...call.params, path: { id: 'unknown' } } };
      const { success, missing } = operations[operation.id] ?? {};
      const successStatus = String(success?.status ?? 200);
      const missingStatus = String(missing?.status ?? 404);
      const situation = (status: string, when: string, arrange: () => Promise<ArrangedCall>): Situation => {
        const response = responseFor(status, responses);
        if (response === undefined) throw new Error(`${operation.id} does not document ${status}`);
        const resetAndArrange = () => {
          sandbox.reset();
          return arrange();
        };
        return { when, status, response, arrange: resetAndArrange };
      };
      const unauthorized = (when: string, token: () => Promise<string>) =>
        situation('401', when, async () => ({ management: connect(await token()), init: call }));
      return [
        situation(successStatus, 'a valid bearer token', async () => ({
          management: connect(await requestToken()),
          init: call,
        })),
        situation(successStatus, 'client credentials', async () => ({
          management: connect(credentialsOf(sandbox.credentials)),
          init: call,
        })),
        situation('400', 'an unknown query parameter', async () => ({
          management: connect(await requestToken()),
          init: { ...call, params: { ...call.params, query: { fields: 'name' } } },
        })),
        situation('400', 'a token that is not a JWT', async () => ({ management: connect('no-jwt'), init: call })),
        unauthorized('a token with an invalid JWT signature', async () => withOtherSignature(await requestToken())),
        unauthorized('a token of a client that is not global', () => requestToken(NOT_GLOBAL)),
        unauthorized('an expired token', async () => {
          const token = await requestToken();
          now += DAY_MS;
          return token;
        }),
        situation('403', 'a token without the required scope', async () => ({
          management: connect(await requestToken(WITHOUT_SCOPES)),
          init: call,
        })),
        situation(missingStatus, 'an unknown id', async () => ({
          management: connect(await requestToken()),
          init: unknown,
        })),
        situation(missingStatus, 'an id that was deleted', async () => {
          const token = await requestToken();
          const headers = { Authorization: `Bearer ${token}` };
          const url = sandbox.baseUrl + pathWith(operation, call.params.path);
          const { status } = await fetch(url, { method: 'DELETE', headers });
          if (status !== 204)
            throw new Error(`The DELETE that prepares the call must return 204; it returned ${status}`);
          return { management: connect(token), init: call };
        }),
        situation('429', 'a call above the rate limit', async () => {
          const token = await requestToken();
          const url = sandbox.baseUrl + pathWith(operation, unknown.params.path);
          const headers = { Authorization: `Bearer ${token}` };
          for (let count = 0; count < 5; count += 1) await fetch(url, { method: operation.method, headers });
          return { management: connect(token), init: call };
        }),
      ];
    },
    stop: async () => {
      await proxy.stop();
      await sandbox.close();
      await recorder.write();
    },
  };
}
