// Compares the sandbox with the rows of calls in facts.yaml, by section of the source, and in facts.recorded.yaml, by entry of
// the behavior file; also compares what the client sends with facts.yaml. The contract suite expects the statuses of the
// behavior file, so it accepts a wrong status in that file.
import { type SandboxOptions, startSandbox } from 'tenant-management-sandbox';
import { withOtherSignature } from 'tools-contract/invalid-tokens';
import { callOperation } from 'tools-contract/suite';
import { listOperations } from 'tools-document/operations';
import { findApi, readDocument } from 'tools-document/read';
import { type SampleCall, sampleCall } from 'tools-document/samples';
import { expect, test } from 'vitest';
import { clientCredentials, createManagementClient, type ManagementClientOptions } from '../../src/index.ts';
import { readYaml } from '../support/read-yaml.ts';

/** One request or several, and the response. facts.recorded.yaml describes the keys. */
interface FactCall {
  readonly call?: string | readonly string[];
  readonly token?: string | string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly status: number | string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly lacks?: readonly string[];
  readonly body?: object;
  readonly differs?: string;
}

interface Row {
  readonly at: string;
  readonly sandbox?: SandboxOptions;
  readonly calls: readonly FactCall[];
}

/** The parts of facts.yaml that these tests read; facts.test.ts reads the others. */
interface Facts extends Readonly<Record<'sections' | 'groups' | 'notFacts' | 'decisions', unknown>> {
  readonly client: { tokenUrl: string; form: object; baseUrl: string };
  readonly calls: readonly Row[];
}

const recorded: Row[] = readYaml(import.meta.dirname, 'facts.recorded.yaml');
const { client: sent, calls: stated }: Facts = readYaml(import.meta.dirname, 'facts.yaml');

const clients = [{ clientId: 'not-global', clientSecret: 'secret', global: false }];
const startRowSandbox = (options?: SandboxOptions) =>
  startSandbox({ clients, rateLimit: { limit: 1000, perSecond: 1000 }, clock: () => 0, ...options });
type RowSandbox = Awaited<ReturnType<typeof startRowSandbox>>;

/** Returns the token that a row names, or a valid token. */
async function tokenOf(sandbox: RowSandbox, given: FactCall['token']): Promise<string> {
  // The cast is safe: the table names scopes of the document.
  if (Array.isArray(given)) return await sandbox.issueToken({ scopes: given as never[] });
  if (given === 'not global') return await sandbox.issueToken({ clientId: 'not-global' });
  if (given === 'other signature') return withOtherSignature(await sandbox.issueToken());
  return given ?? (await sandbox.issueToken());
}

async function send(sandbox: RowSandbox, { token: given, headers, json }: FactCall, call: string): Promise<Response> {
  const [method = '', path = ''] = call.split(' ');
  const authorization = given !== 'none' && { Authorization: `Bearer ${await tokenOf(sandbox, given)}` };
  const type = json !== undefined && { 'Content-Type': 'application/json' };
  const body = json === undefined ? null : JSON.stringify(json);
  return await fetch(sandbox.baseUrl + path, { method, headers: { ...authorization, ...type, ...headers }, body });
}

async function requestToken({ credentials, controlUrl, tokenUrl }: RowSandbox, json?: object): Promise<Response> {
  const { audience } = await (await fetch(controlUrl ?? '')).json();
  const { clientId: client_id, clientSecret: client_secret } = credentials;
  const body = JSON.stringify({ grant_type: 'client_credentials', audience, client_id, client_secret, ...json });
  return await fetch(tokenUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

test.for<Row>([...stated, ...recorded])('calls of the sandbox: $at', async ({ sandbox: options, calls }) => {
  await using sandbox = await startRowSandbox(options);
  // A deletion removes the first item, so find the ids before the calls.
  const ids = Object.entries(sandbox.resources).map(([key, items]) => [key, [...items.keys()][0]]);
  const withId = (text: string) => ids.reduce((path, [key, id]) => path.replace(`${key}/{id}`, `${key}/${id}`), text);
  for (const row of calls)
    for (const call of [row.call].flat()) {
      const sendRow = async () =>
        call === undefined ? requestToken(sandbox, row.json) : send(sandbox, row, withId(call));
      if (row.differs !== undefined) {
        expect((await sendRow()).status).toBe(401);
        sandbox.fail({ match: () => true, with: Number(row.status), body: row.body });
      }
      const response = await sendRow();
      const text = await response.text();
      const status = new RegExp(String(row.status).replace('XX', '..'));
      expect(String(response.status), `${call}: ${text}`).toMatch(status);
      for (const [name, value] of Object.entries(row.fields ?? {})) expect(response.headers.get(name)).toContain(value);
      for (const name of row.lacks ?? []) expect(response.headers.has(name), name).toBe(false);
      if (row.body !== undefined) expect(JSON.parse(text)).toMatchObject(row.body);
    }
});

const document = await readDocument((await findApi()).file);
const [operation = expect.fail('the document has no operation')] = listOperations(document);

/** Calls the first operation of the document. */
const callFirst = (options: ManagementClientOptions) =>
  callOperation(createManagementClient(options), operation, sampleCall(document, operation) as SampleCall);

test.each([
  ['again after the documented 401', [], 0],
  ['only once if the recorded 400 is chosen', [400], 1],
])('for a token that is not a JWT, the client calls a token function %s', async (_what, faults, left) => {
  await using sandbox = await startRowSandbox();
  for (const status of faults) sandbox.fail({ match: () => true, with: status });
  const unused = ['opaque', await sandbox.issueToken()];
  const { response } = await callFirst({ baseUrl: sandbox.baseUrl, auth: () => unused.shift() ?? 'none' });
  expect([response.ok, unused.length]).toEqual([left === 0, left]);
});

test('the client requests a token with the audience, and calls the base URL with the token', async () => {
  const requests: Request[] = [];
  await callFirst({
    tenantDomain: 'acme.example.com',
    auth: clientCredentials({ clientId: 'id', clientSecret: 'secret' }),
    fetch: async (request) => {
      requests.push(request.clone());
      return Response.json({ access_token: 'token', expires_in: 3600, token_type: 'Bearer' });
    },
  });
  const [tokenRequest, call] = requests;
  const form = Object.fromEntries(new URLSearchParams(await tokenRequest?.text()));
  expect([tokenRequest?.url, form]).toEqual([sent.tokenUrl, expect.objectContaining(sent.form)]);
  expect(call?.url.startsWith(sent.baseUrl), call?.url).toBe(true);
  expect(call?.headers.get('Authorization')).toBe('Bearer token');
});

test('the table of recorded traffic has each entry of the behavior file with this source', () => {
  const entriesIn = (value: unknown, path: readonly string[] = []): string[] =>
    Object.entries(Object(value)).flatMap(([name, part]) => {
      if (name === 'source') return String(part).includes('recorded traffic') ? path.join('/') : [];
      return typeof part === 'object' ? entriesIn(part, [...path, name]) : [];
    });
  const entries = entriesIn(readYaml(import.meta.dirname, '../../openapi/management.behavior.yaml'));
  const followed = recorded.filter(({ calls }) => calls.every(({ differs }) => differs === undefined));
  const rows = followed.map(({ at }) => at);
  const unmatched = [...entries, ...rows].filter((at) => !entries.includes(at) || !rows.includes(at));
  expect(unmatched, `only one of the two files has ${unmatched.join(', ')}`).toEqual([]);
});
