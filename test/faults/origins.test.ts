import { describe, expect, test } from 'vitest';
import { clientCredentials, createManagementClient, type Fetch, type TokenSource } from '../../src/index.js';
import { rejectionOf } from '../support/expected-errors.ts';
import { outcomeOf } from './call-outcome.ts';
import { CLIENT, GET_PATH, ID, TOKEN } from './cases/case.ts';
import { untypedCall } from './cases/run-case.ts';
import type { FaultServer, IncomingRequest } from './fault-server.ts';
import { issueToken, json } from './responders.ts';
import { faultServer } from './test-fault-server.ts';

const path = { params: { path: { id: ID } } };
const profile = json(200, { id: ID });
const bearer = ({ headers }: IncomingRequest) => headers.authorization;

/** Starts the tenant's server and another server; the test fails if the other server receives a request. */
async function twoServers(): Promise<{ tenant: FaultServer; other: FaultServer }> {
  return {
    tenant: await faultServer({ api: () => profile, token: () => issueToken(TOKEN) }),
    other: await faultServer(),
  };
}

/** Options with which openapi-fetch would change a call or send its request to another origin. */
const OPTIONS: readonly [string, (otherOrigin: string) => object][] = [
  ['baseUrl', (otherOrigin) => ({ baseUrl: otherOrigin })],
  ['fetch', (otherOrigin) => ({ fetch: ({ headers }: Request) => fetch(otherOrigin, { headers }) })],
  [
    'Request',
    (otherOrigin) => ({
      Request: class extends Request {
        constructor(_url: string, init: RequestInit) {
          super(otherOrigin, init);
        }
      },
    }),
  ],
  ['pathSerializer', (otherOrigin) => ({ pathSerializer: () => `@${new URL(otherOrigin).host}/x` })],
  ['redirect', () => ({ redirect: 'follow' })],
  ['middleware', (otherOrigin) => ({ middleware: [{ onRequest: () => new Request(otherOrigin) }] })],
  ['querySerializer', (otherOrigin) => ({ querySerializer: () => `@${new URL(otherOrigin).host}` })],
  ['bodySerializer', () => ({ bodySerializer: () => 'x' })],
  ['parseAs', () => ({ parseAs: 'stream' })],
  ['method', () => ({ method: 'DELETE' })],
  ['requestInitExt', () => ({ requestInitExt: { dispatcher: {} } })],
  ['dispatcher', () => ({ dispatcher: {} })],
  ['url', (otherOrigin) => ({ url: otherOrigin })],
  ['origin', (otherOrigin) => ({ origin: otherOrigin })],
];

describe('an option that could change a call or send its request to another origin', () => {
  test.each(OPTIONS)('is rejected in the call options: %s', async (name, option) => {
    const { tenant, other } = await twoServers();
    const management = createManagementClient({ baseUrl: tenant.origin, auth: TOKEN });
    const error = await rejectionOf(untypedCall(management, 'GET')(GET_PATH, { ...path, ...option(other.origin) }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain(`unknown option "${name}"`);
    expect([...tenant.apiRequests, ...other.apiRequests]).toEqual([]);
  });

  test.each(OPTIONS)('has no effect on the prototype of the call options: %s', async (_name, option) => {
    const { tenant, other } = await twoServers();
    const management = createManagementClient({ baseUrl: tenant.origin, auth: TOKEN });
    const init = Object.assign(Object.create(option(other.origin)), path);
    await untypedCall(management, 'GET')(GET_PATH, init);
    expect(tenant.apiRequests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${GET_PATH.replace('{id}', ID)}`,
    ]);
    expect(other.apiRequests).toEqual([]);
  });

  test.each(OPTIONS)('is rejected in params: %s', async (name, option) => {
    const { tenant, other } = await twoServers();
    const management = createManagementClient({ baseUrl: tenant.origin, auth: TOKEN });
    const params = { ...path.params, ...option(other.origin) };
    const error = await rejectionOf(untypedCall(management, 'GET')(GET_PATH, { params }));
    expect(error.message).toContain(`unknown option "params.${name}"`);
    expect([...tenant.apiRequests, ...other.apiRequests]).toEqual([]);
  });

  const ownOptions = ['baseUrl', 'fetch'];
  test.each(OPTIONS.filter(([name]) => !ownOptions.includes(name)))(
    'is rejected by createManagementClient: %s',
    (name, option) => {
      // Only plain JavaScript can pass these options: TypeScript rejects them.
      const options = { baseUrl: 'http://127.0.0.1:9', auth: TOKEN, ...option('http://127.0.0.1:9') } as never;
      expect(() => createManagementClient(options)).toThrow(`unknown option "${name}"`);
    },
  );

  test('is rejected by createManagementClient if it is baseUrl, and tenantDomain is also set', () => {
    // Only plain JavaScript can pass both options: TypeScript rejects them.
    const options = { tenantDomain: 'acme.example.com', baseUrl: 'http://127.0.0.1:9', auth: TOKEN } as never;
    expect(() => createManagementClient(options)).toThrow(TypeError);
  });
});

describe('no token reaches another origin', () => {
  const PATHS: readonly ((host: string) => string)[] = [
    (host) => `@${host}/x`,
    (host) => `:secret@${host}/x`,
    (host) => `//${host}/x`,
    (host) => `///${host}/x`,
    (host) => `/../..//${host}/x`,
    (host) => `http://${host}/x`,
    (host) => `/http://${host}/x`,
    (host) => `\\\\${host}\\x`,
    (host) => `/\\${host}/x`,
    (host) => `\t@${host}/x`,
    (host) => `\n//${host}/x`,
    (host) => `?@${host}/x`,
    (host) => `#@${host}/x`,
    (host) => `.${host}/x`,
    (host) => `{${host}}`,
    () => '',
    () => '0/x',
    () => '9',
    () => ':1/x',
    () => '.evil.example/x',
    () => '/../..',
    () => '/../../x',
    () => '/..%2f',
    () => '/..%2f..%2fx',
    () => '/%2e%2e/x',
    () => '/%2e%2e%2fx',
    () => '/.%2e/x',
    () => '/..\\x',
    () => '/\t../\t../x',
    () => 'data:text/plain,x',
    () => 'javascript:x',
  ];
  const bases = ['', '/api/v2'];
  test.each(PATHS.flatMap((toPath) => bases.map((base) => [toPath('<host>'), base, toPath] as const)))(
    'through the path %j if the path of the base URL is "%s"',
    async (_name, base, toPath) => {
      const { tenant, other } = await twoServers();
      const urls: string[] = [];
      const fetch: Fetch = (request, init) => {
        urls.push(request.url);
        return globalThis.fetch(request, init);
      };
      const baseUrl = `${tenant.origin}${base}`;
      const management = createManagementClient({ baseUrl, auth: TOKEN, fetch, retry: 0 });
      await outcomeOf(untypedCall(management, 'GET')(toPath(new URL(other.origin).host), path));
      expect(other.apiRequests).toEqual([]);
      expect(urls.filter((url) => !url.startsWith(`${baseUrl}/`))).toEqual([]);
      expect(tenant.apiRequests).toHaveLength(urls.length);
    },
  );

  test.each([
    ['0/x', '-'],
    ['.evil.example/x', '-'],
    ['-evil.example/x', '-'],
    [':8443/x', '-'],
    ['@evil.example/x', '-'],
    ['//evil.example/x', 'https://acme.example.com/api/v2//evil.example/x'],
    ['https://evil.example/x', '-'],
  ])('through the path %s if tenantDomain is set', async (maliciousPath, sent) => {
    const urls: string[] = [];
    const fetch: Fetch = async ({ url }) => {
      urls.push(url);
      return Response.json({});
    };
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: TOKEN, fetch });
    await outcomeOf(untypedCall(management, 'GET')(maliciousPath));
    expect(urls).toEqual([sent].filter((url) => url !== '-'));
  });
});

describe('Host header field', () => {
  test.each(['Host', 'host'])('of the caller is not sent: %s', async (name) => {
    const { tenant, other } = await twoServers();
    const management = createManagementClient({ baseUrl: tenant.origin, auth: TOKEN });
    const { host } = new URL(other.origin);
    await outcomeOf(untypedCall(management, 'GET')(GET_PATH, { ...path, headers: { [name]: host } }));
    expect(tenant.apiRequests.filter(({ headers }) => headers.host === host)).toEqual([]);
    expect(other.apiRequests).toEqual([]);
  });
});

describe('Authorization header field', () => {
  test.each(['Authorization', 'authorization'])('of the caller is rejected as an invalid option: %s', async (name) => {
    const { tenant } = await twoServers();
    const headers = { [name]: 'Bearer other' };
    expect(() => createManagementClient({ baseUrl: tenant.origin, auth: TOKEN, headers })).toThrow(TypeError);
    const management = createManagementClient({ baseUrl: tenant.origin, auth: TOKEN });
    expect(await rejectionOf(untypedCall(management, 'GET')(GET_PATH, { ...path, headers }))).toBeInstanceOf(TypeError);
    const params = { ...path.params, header: headers };
    expect(await rejectionOf(untypedCall(management, 'GET')(GET_PATH, { params }))).toBeInstanceOf(TypeError);
    expect(tenant.apiRequests).toEqual([]);
  });
});

describe('token source shared by two tenants', () => {
  /** Starts a tenant whose access tokens contain the name of the tenant, and whose API rejects the first token. */
  const tenantServer = (name: string) =>
    faultServer({
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
    const audiences = ({ tokenRequests }: FaultServer) =>
      tokenRequests.map(({ body }) => new URLSearchParams(body).get('audience'));
    expect(audiences(acme)).toEqual(Array(2).fill(`${acme.origin}/api/v2/`));
    expect(audiences(bolt)).toEqual(Array(2).fill(`${bolt.origin}/api/v2/`));
  });

  test('sends each tenant only its own token when both token requests are in flight', async () => {
    const [acme, bolt] = [await tenantServer('acme'), await tenantServer('bolt')];
    const auth = clientCredentials(CLIENT);
    const origins: string[] = [];
    // Records the origins, to show that both clients call the source before either client has a token.
    const recordingSource: TokenSource = (request) => {
      origins.push(request.origin);
      return auth(request);
    };
    await Promise.all([acme, bolt].map(({ origin }) => connect(origin, recordingSource).GET(GET_PATH, path)));
    expect(origins.slice(0, 2).sort()).toEqual([acme.origin, bolt.origin].sort());
    expect(acme.apiRequests.map(bearer)).toEqual(['Bearer of-acme-0', 'Bearer of-acme-1']);
    expect(bolt.apiRequests.map(bearer)).toEqual(['Bearer of-bolt-0', 'Bearer of-bolt-1']);
  });
});
