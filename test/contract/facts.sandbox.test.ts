// Compares the sandbox and the client with what the source of the document states about calls; each title starts with the
// section. Also compares the sandbox with recorded traffic of the service (facts.recorded.yaml). The contract suite expects
// the statuses of the behavior file, so it accepts a wrong status in that file.
import { startSandbox } from 'tenant-management-sandbox';
import { withOtherSignature } from 'tools-contract/calls';
import { afterAll, expect, test } from 'vitest';
import { clientCredentials, createManagementClient } from '../../src/index.ts';
import { readYaml } from '../support/read-yaml.ts';

const sandbox = await startSandbox({
  clients: [{ clientId: 'not-global', clientSecret: 'secret', global: false }],
  rateLimit: { limit: 1000, perSecond: 1000 },
});
afterAll(() => sandbox.close());
const token = await sandbox.issueToken();

const [profile = ''] = sandbox.profiles.keys();
const [enrollment = ''] = sandbox.enrollments.keys();
const PROFILE = `/token-exchange-profiles/${profile}`;
const ENROLLMENT = `/guardian/enrollments/${enrollment}`;
const OPERATIONS: [method: string, path: string][] = [
  ['GET', PROFILE],
  ['DELETE', PROFILE],
  ['DELETE', ENROLLMENT],
];

/** The audience `/api/v2/`, which the client resolves against the tenant host. */
const AUDIENCE = 'https://acme.example.com/api/v2/';

const send = (method: string, path: string, accessToken = token, baseUrl = sandbox.baseUrl): Promise<Response> =>
  fetch(baseUrl + path, { method, headers: { Authorization: `Bearer ${accessToken}` } });

test.each(OPERATIONS)('5.2: %s %s returns 401 for an invalid JWT signature and without a JWT', async (method, path) => {
  expect((await send(method, path, 'opaque')).status).toBe(401);
  expect((await send(method, path, withOtherSignature(token))).status).toBe(401);
});

test.each(OPERATIONS)('5.3: %s %s returns 401 if the client is not global', async (method, path) => {
  const accessToken = await sandbox.issueToken({ clientId: 'not-global' });
  expect((await send(method, path, accessToken)).status).toBe(401);
});

test('5.2: the client calls a token function again after the 401 for a token that is not a JWT', async () => {
  const unused = ['opaque', token];
  const management = createManagementClient({ baseUrl: sandbox.baseUrl, auth: () => unused.shift() ?? 'none' });
  const { response } = await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: profile } } });
  expect([response.status, unused]).toEqual([200, []]);
});

test.each([
  ['read:token_exchange_profiles', 200],
  ['delete:token_exchange_profiles', 403],
] as const)('5.1: GET profile with a token that has only the scope %s returns %d', async (scope, status) => {
  expect((await send('GET', PROFILE, await sandbox.issueToken({ scopes: [scope] }))).status).toBe(status);
});

test('7: GET profile returns 400 for an unknown query parameter', async () => {
  expect((await send('GET', `${PROFILE}?fields=id`)).status).toBe(400);
});

test('7: GET profile returns 404 for an unknown id', async () => {
  expect((await send('GET', '/token-exchange-profiles/tep_unknown')).status).toBe(404);
});

test('8.2: GET profile above the rate limit returns 429 with the three header fields', async () => {
  const limited = await startSandbox({ rateLimit: { limit: 1, perSecond: 1 }, clock: () => 0 });
  try {
    const accessToken = await limited.issueToken();
    await send('GET', PROFILE, accessToken, limited.baseUrl);
    const { status, headers } = await send('GET', PROFILE, accessToken, limited.baseUrl);
    const fields = [...headers.keys()].filter((name) => name.startsWith('x-ratelimit-'));
    expect([status, ...fields]).toEqual([429, 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']);
  } finally {
    await limited.close();
  }
});

test.each([
  ['4.2', PROFILE, () => sandbox.profiles.has(profile)],
  ['4.3', ENROLLMENT, () => sandbox.enrollments.has(enrollment)],
])('%s: DELETE %s removes the item', async (_section, path, exists) => {
  expect((await send('DELETE', path)).ok).toBe(true);
  expect(exists()).toBe(false);
  sandbox.reset();
});

test('5: the client requests a token with the audience, and calls the base URL with the token', async () => {
  const requests: Request[] = [];
  const management = createManagementClient({
    tenantDomain: 'acme.example.com',
    auth: clientCredentials({ clientId: 'id', clientSecret: 'secret' }),
    fetch: async (request) => {
      requests.push(request.clone());
      return Response.json({ access_token: 'token', expires_in: 3600, token_type: 'Bearer' });
    },
  });
  await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'a' } } });
  const [tokenRequest, call] = requests;
  const form = new URLSearchParams(await tokenRequest?.text());
  expect(tokenRequest?.url).toBe('https://acme.example.com/oauth/token/');
  expect([form.get('grant_type'), form.get('audience')]).toEqual(['client_credentials', AUDIENCE]);
  expect(call?.url).toBe('https://acme.example.com/api/v2/token-exchange-profiles/a');
  expect(call?.headers.get('Authorization')).toBe('Bearer token');
});

/** A call of recorded traffic, or a token request with this body. */
interface RecordedCall {
  readonly call?: string;
  readonly token?: string | never[];
  readonly json?: object;
  readonly status: number;
  readonly fields?: Readonly<Record<string, string>>;
  readonly lacks?: readonly string[];
  readonly body?: object;
  readonly differs?: string;
}

const recorded: { at: string; calls: RecordedCall[] }[] = readYaml(import.meta.dirname, 'facts.recorded.yaml');

async function sendRecorded({ call, token: given, json }: RecordedCall): Promise<Response> {
  if (call === undefined) {
    const { clientId, clientSecret } = sandbox.credentials;
    const credentials = { client_id: clientId, client_secret: clientSecret };
    const { audience } = await (await fetch(sandbox.controlUrl ?? '')).json();
    const body = JSON.stringify({ grant_type: 'client_credentials', audience, ...credentials, ...json });
    return await fetch(sandbox.tokenUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  }
  const [method = '', path = ''] = call.replace('{profile}', profile).split(' ');
  if (given === 'none') return await fetch(sandbox.baseUrl + path, { method });
  return await send(method, path, Array.isArray(given) ? await sandbox.issueToken({ scopes: given }) : given);
}

test.each(recorded)('recorded traffic: $at', async ({ calls }) => {
  for (const call of calls) {
    if (call.differs !== undefined) {
      expect((await sendRecorded(call)).status).toBe(401);
      sandbox.fail({ with: call.status, body: call.body });
    }
    // A fault with a status affects only calls whose token is accepted.
    const response = await sendRecorded(call.differs === undefined ? call : { ...call, token });
    const { status, headers } = response;
    const text = await response.text();
    expect(status, text).toBe(call.status);
    for (const [name, value] of Object.entries(call.fields ?? {})) expect(headers.get(name)).toContain(value);
    for (const name of call.lacks ?? []) expect(headers.has(name), name).toBe(false);
    if (call.body !== undefined) expect(JSON.parse(text)).toMatchObject(call.body);
  }
  sandbox.reset();
});

test('the table of recorded traffic has each entry of the behavior file with this source', () => {
  const entriesIn = (value: unknown, path: readonly string[] = []): string[] =>
    Object.entries(Object(value)).flatMap(([name, part]) => {
      if (name === 'source') return String(part).includes('recorded traffic') ? path.join('/') : [];
      return typeof part === 'object' ? entriesIn(part, [...path, name]) : [];
    });
  const entries = entriesIn(readYaml(import.meta.dirname, '../../openapi/management.behavior.yaml'));
  const followed = recorded.filter(({ calls }) => calls.every(({ differs }) => differs === undefined));
  expect(entries.toSorted()).toEqual(followed.map(({ at }) => at).toSorted());
});
