import { describe, expect, test } from 'vitest';
import { clientCredentials, createManagementClient, type Fetch, type TokenSource } from '../../src/index.js';
import { rejectionOf } from '../support/expected-errors.ts';
import { CLIENT, GET_PATH, ID, loose, outcome, TOKEN } from './case.ts';
import { type Arrived, type FaultServer, faultServer } from './fault-server.ts';
import { issue, json } from './replies.ts';

const path = { params: { path: { id: ID } } };
const profile = json(200, { id: ID });
const bearer = ({ headers }: Arrived) => headers.authorization;

/** Two servers: what is for the first must not reach the second, which replies to nothing. */
async function twoServers(): Promise<{ home: FaultServer; elsewhere: FaultServer }> {
  return { home: await faultServer({ api: () => profile, token: () => issue(TOKEN) }), elsewhere: await faultServer() };
}

/** The options by which openapi-fetch would take a request elsewhere. */
const OPTIONS: readonly [string, (elsewhere: string) => object][] = [
  ['baseUrl', (elsewhere) => ({ baseUrl: elsewhere })],
  ['fetch', (elsewhere) => ({ fetch: ({ headers }: Request) => fetch(elsewhere, { headers }) })],
  [
    'Request',
    (elsewhere) => ({
      Request: class extends Request {
        constructor(_url: string, init: RequestInit) {
          super(elsewhere, init);
        }
      },
    }),
  ],
  ['pathSerializer', (elsewhere) => ({ pathSerializer: () => `@${new URL(elsewhere).host}/x` })],
  ['redirect', () => ({ redirect: 'follow' })],
  ['middleware', (elsewhere) => ({ middleware: [{ onRequest: () => new Request(elsewhere) }] })],
  ['querySerializer', (elsewhere) => ({ querySerializer: () => `@${new URL(elsewhere).host}` })],
  ['bodySerializer', () => ({ bodySerializer: () => 'x' })],
  ['parseAs', () => ({ parseAs: 'stream' })],
  ['method', () => ({ method: 'DELETE' })],
  ['requestInitExt', () => ({ requestInitExt: { dispatcher: {} } })],
  ['dispatcher', () => ({ dispatcher: {} })],
  ['url', (elsewhere) => ({ url: elsewhere })],
  ['origin', (elsewhere) => ({ origin: elsewhere })],
];

describe('an option of openapi-fetch takes no token elsewhere', () => {
  test.each(OPTIONS)('given to a call: %s', async (name, option) => {
    const { home, elsewhere } = await twoServers();
    const management = createManagementClient({ baseUrl: home.origin, auth: TOKEN });
    const error = await rejectionOf(loose(management, 'GET')(GET_PATH, { ...path, ...option(elsewhere.origin) }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain(`unknown option "${name}"`);
    expect([...home.arrived, ...elsewhere.arrived]).toEqual([]);
  });

  test.each(OPTIONS)('given to a call by its prototype: %s', async (name, option) => {
    const { home, elsewhere } = await twoServers();
    const management = createManagementClient({ baseUrl: home.origin, auth: TOKEN });
    const init = Object.assign(Object.create(option(elsewhere.origin)), path);
    const error = await rejectionOf(loose(management, 'GET')(GET_PATH, init));
    expect(error.message).toContain(`unknown option "${name}"`);
    expect([...home.arrived, ...elsewhere.arrived]).toEqual([]);
  });

  test.each(OPTIONS)('given within params: %s', async (name, option) => {
    const { home, elsewhere } = await twoServers();
    const management = createManagementClient({ baseUrl: home.origin, auth: TOKEN });
    const params = { ...path.params, ...option(elsewhere.origin) };
    const error = await rejectionOf(loose(management, 'GET')(GET_PATH, { params }));
    expect(error.message).toContain(`unknown option "params.${name}"`);
    expect([...home.arrived, ...elsewhere.arrived]).toEqual([]);
  });

  const ownOptions = ['baseUrl', 'fetch'];
  test.each(OPTIONS.filter(([name]) => !ownOptions.includes(name)))('given to the client: %s', (name, option) => {
    // What only plain JavaScript can do: the types refuse all of these.
    const options = { baseUrl: 'http://127.0.0.1:9', auth: TOKEN, ...option('http://127.0.0.1:9') } as never;
    expect(() => createManagementClient(options)).toThrow(`unknown option "${name}"`);
  });

  test('given to the client: baseUrl beside a tenant', () => {
    // What only plain JavaScript can do: the types refuse it.
    const options = { tenantDomain: 'acme.example.com', baseUrl: 'http://127.0.0.1:9', auth: TOKEN } as never;
    expect(() => createManagementClient(options)).toThrow(TypeError);
  });
});

describe('a path takes no token elsewhere', () => {
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
  test.each(PATHS.flatMap((of) => bases.map((base) => [of('<host>'), base, of] as const)))(
    '%j below a base URL that ends in "%s"',
    async (_shown, base, of) => {
      const { home, elsewhere } = await twoServers();
      const urls: string[] = [];
      const fetch: Fetch = (request, init) => {
        urls.push(request.url);
        return globalThis.fetch(request, init);
      };
      const baseUrl = `${home.origin}${base}`;
      const management = createManagementClient({ baseUrl, auth: TOKEN, fetch, retry: 0 });
      await outcome(loose(management, 'GET')(of(new URL(elsewhere.origin).host), path));
      expect(elsewhere.arrived).toEqual([]);
      expect(urls.filter((url) => !url.startsWith(`${baseUrl}/`))).toEqual([]);
      expect(home.arrived).toHaveLength(urls.length);
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
  ])('%s of a tenant', async (evil, sent) => {
    const urls: string[] = [];
    const fetch: Fetch = async ({ url }) => {
      urls.push(url);
      return Response.json({});
    };
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: TOKEN, fetch });
    await outcome(loose(management, 'GET')(evil));
    expect(urls).toEqual([sent].filter((url) => url !== '-'));
  });
});

describe('a header field takes no token elsewhere', () => {
  test.each(['Host', 'host'])('%s', async (name) => {
    const { home, elsewhere } = await twoServers();
    const management = createManagementClient({ baseUrl: home.origin, auth: TOKEN });
    const { host } = new URL(elsewhere.origin);
    await outcome(loose(management, 'GET')(GET_PATH, { ...path, headers: { [name]: host } }));
    expect(home.arrived.filter(({ headers }) => headers.host === host)).toEqual([]);
    expect(elsewhere.arrived).toEqual([]);
  });
});

describe('a header field takes no other token along', () => {
  test.each(['Authorization', 'authorization'])('%s', async (name) => {
    const { home } = await twoServers();
    const headers = { [name]: 'Bearer other' };
    expect(() => createManagementClient({ baseUrl: home.origin, auth: TOKEN, headers })).toThrow(TypeError);
    const management = createManagementClient({ baseUrl: home.origin, auth: TOKEN });
    expect(await rejectionOf(loose(management, 'GET')(GET_PATH, { ...path, headers }))).toBeInstanceOf(TypeError);
    const params = { ...path.params, header: headers };
    expect(await rejectionOf(loose(management, 'GET')(GET_PATH, { params }))).toBeInstanceOf(TypeError);
    expect(home.arrived).toEqual([]);
  });
});

describe('a source shared by two tenants takes no token to the other', () => {
  /** A tenant whose tokens tell whose they are, and whose API refuses the first of them. */
  const tenantServer = (name: string) =>
    faultServer({
      token: (_request, nth) => issue(`of-${name}-${nth}`),
      api: (request) => (bearer(request) === `Bearer of-${name}-0` ? json(401, {}) : profile),
    });
  const connect = (baseUrl: string, auth: TokenSource) => createManagementClient({ baseUrl, auth });

  test('whatever the order of their calls', async () => {
    const [acme, bolt] = [await tenantServer('acme'), await tenantServer('bolt')];
    const auth = clientCredentials(CLIENT);
    const clients = [connect(acme.origin, auth), connect(bolt.origin, auth)];
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([...clients, ...clients].map((management) => management.GET(GET_PATH, path)));
      for (const management of clients) await management.GET(GET_PATH, path);
    }
    expect(acme.arrived.map(bearer).filter((sent) => !sent?.startsWith('Bearer of-acme-'))).toEqual([]);
    expect(bolt.arrived.map(bearer).filter((sent) => !sent?.startsWith('Bearer of-bolt-'))).toEqual([]);
    const audiences = ({ tokenRequests }: FaultServer) =>
      tokenRequests.map(({ body }) => new URLSearchParams(body).get('audience'));
    expect(audiences(acme)).toEqual(Array(2).fill(`${acme.origin}/api/v2/`));
    expect(audiences(bolt)).toEqual(Array(2).fill(`${bolt.origin}/api/v2/`));
  });

  test('where one token request of theirs waits for the other', async () => {
    const [acme, bolt] = [await tenantServer('acme'), await tenantServer('bolt')];
    const auth = clientCredentials(CLIENT);
    const asked: string[] = [];
    // Each asks the source before either has a token.
    const spied: TokenSource = (request) => {
      asked.push(request.origin);
      return auth(request);
    };
    await Promise.all([acme, bolt].map(({ origin }) => connect(origin, spied).GET(GET_PATH, path)));
    expect(asked.slice(0, 2).sort()).toEqual([acme.origin, bolt.origin].sort());
    expect(acme.arrived.map(bearer)).toEqual(['Bearer of-acme-0', 'Bearer of-acme-1']);
    expect(bolt.arrived.map(bearer)).toEqual(['Bearer of-bolt-0', 'Bearer of-bolt-1']);
  });
});
