import { describe, expect, test } from 'vitest';
import { clientCredentials, createManagementClient, type Fetch, type TokenSource } from '../../src/index.ts';
import { outcomeOf } from './call-outcome.ts';
import { CLIENT, GET_PATH, ID, TOKEN } from './cases/case.ts';
import { scriptedServer, untypedCall } from './cases/run-case.ts';
import { type IncomingRequest, issueToken, json, type ScriptedServer } from './scripted-server.ts';

const path = { params: { path: { id: ID } } };
const profile = json(200, { id: ID });
const bearer = ({ headers }: IncomingRequest) => headers.authorization;

/** Starts the tenant's server and another server; the test fails if the other server receives a request. */
async function twoServers(): Promise<{ tenant: ScriptedServer; other: ScriptedServer }> {
  return {
    tenant: await scriptedServer({ api: () => profile, token: () => issueToken(TOKEN) }),
    other: await scriptedServer(),
  };
}

/** Options with which openapi-fetch would change a call or send its request to another origin. */
const optionsFor = (otherOrigin: string) => ({
  ...{ baseUrl: otherOrigin, url: otherOrigin, origin: otherOrigin },
  fetch: ({ headers }: Request) => fetch(otherOrigin, { headers }),
  Request: class extends Request {
    constructor(_url: string, init: RequestInit) {
      super(otherOrigin, init);
    }
  },
  pathSerializer: () => `@${new URL(otherOrigin).host}/x`,
  middleware: [{ onRequest: () => new Request(otherOrigin) }],
  querySerializer: () => `@${new URL(otherOrigin).host}`,
  bodySerializer: () => 'x',
  ...{ redirect: 'follow', parseAs: 'stream', method: 'DELETE', requestInitExt: { dispatcher: {} }, dispatcher: {} },
});

// The unit tests show that a call and createManagementClient reject unknown options.
test('an option on the prototype of the call options does not change a call or send its request to another origin', async () => {
  const { tenant, other } = await twoServers();
  const management = createManagementClient({ baseUrl: tenant.origin, auth: TOKEN });
  const init = Object.assign(Object.create(optionsFor(other.origin)), path);
  await untypedCall(management, 'GET')(GET_PATH, init);
  expect(tenant.apiRequests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `GET ${GET_PATH.replace('{id}', ID)}`,
  ]);
  expect(other.apiRequests).toEqual([]);
});

describe('no token reaches another origin', () => {
  const PATHS = [
    '',
    ...'@HOST/x :secret@HOST/x //HOST/x ///HOST/x /../..//HOST/x http://HOST/x /http://HOST/x'.split(' '),
    ...'\\\\HOST\\x /\\HOST/x \t@HOST/x \n//HOST/x ?@HOST/x #@HOST/x .HOST/x {HOST} 0/x 9 :1/x .evil.example/x'.split(
      ' ',
    ),
    ...'/../.. /../../x /..%2f /..%2f..%2fx /%2e%2e/x /%2e%2e%2fx /.%2e/x /..\\x /\t../\t../x'.split(' '),
    ...'data:text/plain,x javascript:x'.split(' '),
  ];
  test.each(PATHS)('through the path %j', async (malicious) => {
    const { tenant, other } = await twoServers();
    for (const base of ['', '/api/v2']) {
      const urls: string[] = [];
      const fetch: Fetch = (request, init) => {
        urls.push(request.url);
        return globalThis.fetch(request, init);
      };
      const baseUrl = `${tenant.origin}${base}`;
      const requestsBefore = tenant.apiRequests.length;
      const management = createManagementClient({ baseUrl, auth: TOKEN, fetch, retry: 0 });
      const { host } = new URL(other.origin);
      await outcomeOf(untypedCall(management, 'GET')(malicious.replace('HOST', host), path));
      expect(other.apiRequests).toEqual([]);
      expect(urls.filter((url) => !url.startsWith(`${baseUrl}/`))).toEqual([]);
      expect(tenant.apiRequests).toHaveLength(requestsBefore + urls.length);
    }
  });
});

describe('token source shared by two tenants', () => {
  /** Starts a tenant whose access tokens contain the name of the tenant, and whose API rejects the first token. */
  const tenantServer = (name: string) =>
    scriptedServer({
      token: (_request, nth) => issueToken(`of-${name}-${nth}`),
      api: (request) => (bearer(request) === `Bearer of-${name}-0` ? json(401, {}) : profile),
    });
  const connect = (baseUrl: string, auth: TokenSource) => createManagementClient({ baseUrl, auth });

  test('sends each tenant only its own tokens, in concurrent and sequential calls', async () => {
    const [acme, bolt] = [await tenantServer('acme'), await tenantServer('bolt')];
    const auth = clientCredentials(CLIENT);
    const clients = [connect(acme.origin, auth), connect(bolt.origin, auth)];
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([...clients, ...clients].map((management) => management.GET(GET_PATH, path)));
      for (const management of clients) await management.GET(GET_PATH, path);
    }
    expect(acme.apiRequests.map(bearer).filter((sent) => !sent?.startsWith('Bearer of-acme-'))).toEqual([]);
    expect(bolt.apiRequests.map(bearer).filter((sent) => !sent?.startsWith('Bearer of-bolt-'))).toEqual([]);
    const audiences = ({ tokenRequests }: ScriptedServer) =>
      tokenRequests.map(({ body }) => new URLSearchParams(body).get('audience'));
    expect(audiences(acme)).toEqual(Array(2).fill(`${acme.origin}/api/v2/`));
    expect(audiences(bolt)).toEqual(Array(2).fill(`${bolt.origin}/api/v2/`));
  });
});
