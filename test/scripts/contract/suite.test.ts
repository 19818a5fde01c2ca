// Tests of the contract suite with the client: the options that it passes, and the errors that it reports.
import { callOperation, contractTests, prismTarget } from 'tools-contract/suite';
import type { OpenApiDocument } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { describe, expect, test } from 'vitest';
import { ApiError, createManagementClient } from '../../../src/index.ts';
import { documentedResponses } from '../../../tools/contract/src/suite/documented-responses.ts';
import type { ContractTarget } from '../../../tools/contract/src/suite/target.ts';

const CLIENT = { createClient: createManagementClient };
const MOCK = 'http://127.0.0.1:1';

describe('callOperation()', () => {
  /** Calls an operation whose request body can have these media types, and returns the Content-Type of the request. */
  async function sentType(mediaTypes: readonly string[], init: object): Promise<string | null> {
    let sent: string | null = null;
    const fetch = async (request: Request) => {
      sent = request.headers.get('content-type');
      return new Response('{}');
    };
    const client = createManagementClient({ baseUrl: 'https://api.example.com', auth: 'token', fetch });
    const content = Object.fromEntries(mediaTypes.map((type) => [type, {}]));
    await callOperation(client, { method: 'POST', path: '/books', operation: { requestBody: { content } } }, init);
    return sent;
  }

  test.for<[mediaTypes: string[], init: object, sent: string | null]>([
    [['application/merge-patch+json'], { body: {} }, 'application/merge-patch+json'],
    [['application/merge-patch+json'], {}, null],
    [['application/vnd.a+json', 'application/json'], { body: {} }, 'application/json'],
    [['text/csv'], { body: new Blob(['a'], { type: 'text/csv' }) }, 'text/csv'],
  ])(
    'for an operation with the media types %j and the call options %j sends the Content-Type %s',
    async ([types, init, sent]) => {
      expect(await sentType(types, init)).toBe(sent);
    },
  );
});

/** Runs the test of an operation whose only response has this status and is a JSON object. */
async function runWith(status: string, text: string) {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const pages: OpenApiDocument = {
    info: { title: 'Pages', version: '1' },
    paths: { '/a': { get: { responses: { [status]: { description: '', content } } } } },
  };
  const headers = { 'Content-Type': 'application/json', 'X-RateLimit-Limit': 'a few' };
  const fetch = async () => new Response(text, { status: Number(status), headers });
  const client = createManagementClient({ baseUrl: 'https://api.example.com', auth: 'token', fetch });
  const arrange = async () => ({ client, init: {} });
  const target: ContractTarget = {
    situations: (_entry, [response]) => (response === undefined ? [] : [{ when: 'a call', status, response, arrange }]),
    stop: async () => {},
  };
  const [returned] = contractTests(pages, target, ApiError);
  await returned?.run?.();
}

test.for<[what: string, status: string, text: string, message: RegExp]>([
  ['why the client cannot read a successful response', '200', '{', /is not JSON/],
  ['no values of a failure that violates the document', '404', '["private"]', /^(?!.*private)/s],
])('contractTests() reports %s', async ([_what, status, text, message]) => {
  await expect(runWith(status, text)).rejects.toThrow(message);
});

test('contractTests() accepts a rate limit that is not a number, if the document shows only its type string', async () => {
  await expect(runWith('404', '{}')).resolves.toBeUndefined();
});

describe('contractTests() with operations that no test calls', () => {
  const responses = { 200: { description: '' } };
  const cookie = { name: 'session', in: 'cookie' as const, required: true, schema: { type: 'string' } };
  const unsampled = { name: 'a', in: 'query' as const, required: true, schema: { not: {} } };
  const paths = {
    '/called': { get: { operationId: 'called', responses } },
    '/unsampled': { get: { operationId: 'unsampled', parameters: [unsampled], responses } },
    '/uncallable': { get: { operationId: 'uncallable', parameters: [cookie], responses } },
    '/rule': { delete: { operationId: 'rule', parameters: [unsampled], responses } },
  };
  const things: OpenApiDocument = { info: { title: 'Things', version: '1' }, paths };
  const target: ContractTarget = {
    ...prismTarget(things, CLIENT, MOCK),
    excludes: ({ id }) => (id === 'rule' ? 'only reads' : undefined),
  };
  const testsOf = (selected?: string[]) =>
    contractTests(things, target, ApiError, selected).filter(({ title }) => title.includes('called by a test'));

  test('fails, except for those that the rule of the target or the client excludes', async () => {
    const [check, ...excluded] = testsOf();
    await expect(check?.run?.()).rejects.toThrow(/^no test calls unsampled: see the skipped tests/);
    expect(excluded).toEqual([
      { group: 'uncallable', title: expect.stringMatching(/: skipped: the client does not support /) },
      { group: 'rule', title: 'is called by a test: skipped: only reads' },
    ]);
  });

  test('passes if the option --operation excludes them, and runs only the tests of the selected operations', async () => {
    const [check, ...excluded] = testsOf(['called']);
    await check?.run?.();
    expect(excluded.map(({ group }) => group)).toEqual(['unsampled', 'uncallable', 'rule']);
    const tests = contractTests(things, target, ApiError, ['called']).filter(({ run }) => run !== undefined);
    expect(new Set(tests.map(({ group }) => group))).toEqual(new Set(['called', 'all operations']));
  });
});

describe('prismTarget()', () => {
  const response = { description: 'A response.' };
  const parameter = { name: 'Prefer', in: 'header' as const, schema: { type: 'string', enum: ['return=minimal'] } };
  const orders: OpenApiDocument = {
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: { responses: { 200: response, 400: response, 404: response, 500: response, default: response } },
        post: { parameters: [parameter], responses: { 200: response } },
      },
    },
  };
  const situations = listOperations(orders).map((operation) =>
    prismTarget(orders, CLIENT, MOCK).situations(operation, documentedResponses(orders, operation)),
  );

  test('requests an undocumented status for the response default if the usual statuses are documented', () => {
    expect(situations[0]?.map(({ status }) => status)).toEqual(['200', '400', '404', '500', '401']);
  });

  test('selects a response with Prefer also for an operation that has a header parameter Prefer', async () => {
    const call = await situations[1]?.[0]?.arrange?.();
    expect(call?.init).toMatchObject({ params: { header: {} }, headers: { Prefer: 'code=200' } });
  });
});

test('contractTests() skips informational responses and 407 and 421, because fetch does not return them', () => {
  const statuses = ['101', '1XX', '407', '421', '404'];
  const sockets: OpenApiDocument = {
    info: { title: 'Sockets', version: '1' },
    paths: { '/a': { get: { responses: Object.fromEntries(statuses.map((one) => [one, { description: '' }])) } } },
  };
  const tests = contractTests(sockets, { ...prismTarget(sockets, CLIENT, MOCK), probes: [] }, ApiError);
  expect(tests.flatMap(({ title, run }) => (run === undefined ? [] : title))).toEqual([
    'returns 404 for Prefer: code=404',
    'are called by a test, except those that the run excludes',
  ]);
  expect(tests.map(({ title }) => title)).toContain(
    'returns 407 for Prefer: code=407: skipped: fetch returns a network error for 407',
  );
});
