// The gate `npm run coverage:document`: the contract suite must exercise everything in the document.
import { EventEmitter } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Archive, RecordedCall } from '../../scripts/contract/har.ts';
import {
  countHeaderFields,
  countSecuritySchemes,
  countWithRedocly,
  coverageTable,
  requireFullCoverage,
} from '../../scripts/document-coverage.ts';
import { listOperations, type OpenApiDocument } from '../../scripts/openapi/document.ts';
import { exitStatus } from '../../scripts/openapi/redocly.ts';

const RATE_LIMITED = { description: 'Too many requests.', headers: { 'X-RateLimit-Reset': {}, 'Retry-After': {} } };
const DOCUMENT: OpenApiDocument = {
  info: { title: 'Users', version: '1' },
  security: [{ bearer: [] }],
  paths: {
    '/users/{id}': {
      get: {
        operationId: 'readUser',
        security: [{ bearer: [] }, { grant: ['read:users'] }],
        responses: { 200: { description: 'A user.' }, 429: RATE_LIMITED },
      },
      delete: { operationId: 'deleteUser', responses: { '2XX': { description: 'Deleted.' }, default: RATE_LIMITED } },
    },
    '/ping': { get: { operationId: 'ping', security: [], responses: {} } },
  },
  components: { securitySchemes: { bearer: { type: 'http' }, grant: { type: 'oauth2' } } },
};
const [readUser, deleteUser] = listOperations(DOCUMENT);
const BEARER = 'caller';
const GRANT = 'token endpoint';

const archiveOf = (...exchanges: Partial<RecordedCall>[]): Archive => ({
  file: 'reports/contract.har',
  baseUrl: 'http://127.0.0.1:4010',
  exchanges: exchanges.map((changes) => ({
    call: '',
    operation: readUser,
    status: 200,
    headers: {},
    text: '',
    tokenSource: BEARER,
    error: undefined,
    ...changes,
  })),
});

describe('countHeaderFields()', () => {
  const READ = ['GET /users/{id} 429 X-RateLimit-Reset', 'GET /users/{id} 429 Retry-After'];
  const DELETE = ['DELETE /users/{id} default X-RateLimit-Reset', 'DELETE /users/{id} default Retry-After'];
  const headers = { 'x-ratelimit-reset': '1', 'retry-after': '1' };

  test.each<[what: string, exchanges: Partial<RecordedCall>[], missing: string[]]>([
    ['nothing without calls', [], [...READ, ...DELETE]],
    ['both header fields of a response', [{ status: 429, headers }], DELETE],
    [
      'a header field that arrived, but not the other',
      [{ status: 429, headers: { 'retry-after': '1' } }],
      [READ[0] ?? '', ...DELETE],
    ],
    ['nothing for another status', [{ status: 200, headers }], [...READ, ...DELETE]],
    ['nothing for another operation', [{ operation: undefined, status: 429, headers }], [...READ, ...DELETE]],
    ['header fields of the default response', [{ operation: deleteUser, status: 503, headers }], READ],
    ['nothing for default on a 204', [{ operation: deleteUser, status: 204, headers }], [...READ, ...DELETE]],
  ])('counts %s', (_what, exchanges, missing) => {
    const expected = { kind: 'response headers', total: 4, missing };
    expect(countHeaderFields(DOCUMENT, archiveOf(...exchanges))).toEqual(expected);
  });
});

describe('countSecuritySchemes()', () => {
  const READ_BEARER = 'GET /users/{id} bearer';
  const READ_GRANT = 'GET /users/{id} grant';
  const DELETE_BEARER = 'DELETE /users/{id} bearer';

  test.each<[what: string, exchanges: Partial<RecordedCall>[], missing: string[]]>([
    ['nothing without calls', [], [READ_BEARER, READ_GRANT, DELETE_BEARER]],
    ['a successful call with a bearer token', [{}], [READ_GRANT, DELETE_BEARER]],
    ['a successful call with a token of the token endpoint', [{ tokenSource: GRANT }], [READ_BEARER, DELETE_BEARER]],
    [
      "a successful call with the document's own scheme",
      [{ operation: deleteUser, status: 204 }],
      [READ_BEARER, READ_GRANT],
    ],
    ['no call that was refused with 401', [{ status: 401 }], [READ_BEARER, READ_GRANT, DELETE_BEARER]],
    [
      'no call that was refused with 403',
      [{ status: 403, tokenSource: GRANT }],
      [READ_BEARER, READ_GRANT, DELETE_BEARER],
    ],
    ['no redirect', [{ status: 302 }], [READ_BEARER, READ_GRANT, DELETE_BEARER]],
    ['no call without a response', [{ status: 0 }], [READ_BEARER, READ_GRANT, DELETE_BEARER]],
    ['no call of an unknown operation', [{ operation: undefined }], [READ_BEARER, READ_GRANT, DELETE_BEARER]],
  ])('counts %s', (_what, exchanges, missing) => {
    const expected = { kind: 'security schemes, by operation', total: 3, missing };
    expect(countSecuritySchemes(DOCUMENT, archiveOf(...exchanges))).toEqual(expected);
  });
});

/** Numbers as Redocly writes them: everything is covered but one parameter, one property and one response. */
const REDOCLY = {
  totals: {
    operations: { covered: 3, total: 3 },
    parameters: { covered: 1, total: 2 },
    properties: { covered: 6, total: 7 },
    responses: { covered: 3, total: 4 },
  },
  operations: [
    {
      method: 'GET',
      path: '/users/{id}',
      missing: [
        { kind: 'response', status: '429' },
        { kind: 'property', status: '200', path: 'address.city' },
      ],
    },
    { method: 'DELETE', path: '/users/{id}', missing: [{ kind: 'parameter', name: 'id' }] },
  ],
};

/** Counts with a Redocly that writes what it is given and ends with a status. */
async function count(written: object | undefined, status = 0) {
  const reports = await mkdtemp(join(tmpdir(), 'coverage-'));
  onTestFinished(() => rm(reports, { recursive: true }));
  await writeFile(join(reports, 'document-coverage.json'), JSON.stringify({ ...REDOCLY, operations: [] }));
  const calls: string[][] = [];
  const counting = countWithRedocly('openapi/users.yaml', archiveOf(), reports, async (...args) => {
    calls.push(args);
    const file = args[args.indexOf('--coverage-output') + 1] ?? '';
    if (written !== undefined) await writeFile(file, JSON.stringify(written));
    return status;
  });
  return { reports, calls, rows: await counting };
}

describe('countWithRedocly()', () => {
  test('runs redocly drift on the archive and reads what is missing', async () => {
    const { calls, reports, rows } = await count(REDOCLY);
    expect(rows).toEqual([
      { kind: 'operations', total: 3, missing: [] },
      { kind: 'parameters', total: 2, missing: ['DELETE /users/{id} id'] },
      { kind: 'properties', total: 7, missing: ['GET /users/{id} 200 address.city'] },
      { kind: 'responses', total: 4, missing: ['GET /users/{id} 429'] },
    ]);
    const input = ['drift', 'reports/contract.har', '--api', 'openapi/users.yaml', '--server', 'http://127.0.0.1:4010'];
    const coverage = ['--coverage-output', join(reports, 'document-coverage.json')];
    const report = ['--format', 'json', '--output', join(reports, 'document-drift.json')];
    expect(calls).toEqual([[...input, ...coverage, ...report]]);
  });

  test('fails if Redocly fails, even if Redocly has written its numbers', async () => {
    await expect(count(REDOCLY, 1)).rejects.toThrow(
      /^redocly drift failed: see its output above and .*document-drift\.json$/,
    );
  });

  test('fails if Redocly writes nothing, and does not read the numbers of an earlier run', async () => {
    await expect(count(undefined)).rejects.toThrow('ENOENT');
  });

  test.each(['operations', 'parameters', 'properties', 'responses'])(
    'fails if the total of %s is missing',
    async (name) => {
      const totals = { ...REDOCLY.totals, [name]: undefined };
      const words = `redocly drift must count ${name} as version 2.77 does: adapt scripts/document-coverage.ts`;
      await expect(count({ ...REDOCLY, totals })).rejects.toThrow(words);
    },
  );

  test('fails if Redocly renames a kind, so that nothing would be missing', async () => {
    const operations = [{ method: 'GET', path: '/users/{id}', missing: [{ kind: 'reply', status: '429' }] }];
    const totals = {
      ...REDOCLY.totals,
      parameters: { covered: 2, total: 2 },
      properties: { covered: 7, total: 7 },
    };
    await expect(count({ totals, operations })).rejects.toThrow('redocly drift must count responses');
  });
});

describe('exitStatus()', () => {
  const statusAfter = (event: string, argument: unknown): Promise<number> => {
    const child = new EventEmitter();
    const status = exitStatus(child);
    child.emit(event, argument);
    return status;
  };

  test.each([
    ['the exit status of a success', 0, 0],
    ['the exit status of a failure', 2, 2],
    ['1 if a signal ended the process', null, 1],
  ])('resolves with %s', async (_what, status, expected) => {
    expect(await statusAfter('exit', status)).toBe(expected);
  });

  test('rejects if the process cannot be started', async () => {
    await expect(statusAfter('error', new Error('ENOENT'))).rejects.toThrow('ENOENT');
  });
});

describe('the result', () => {
  const ROWS = [
    { kind: 'responses', total: 3, missing: ['GET /users/{id} 429'] },
    { kind: 'properties', total: 7, missing: [] },
    { kind: 'response headers', total: 0, missing: [] },
  ];

  test('is a table with percentages that are rounded down, also if the document has none of a kind', () => {
    expect(coverageTable(ROWS)).toBe(
      [
        '| Of the document | Exercised | |',
        '| --- | ---: | ---: |',
        '| responses | 2 of 3 | 66 % |',
        '| properties | 7 of 7 | 100 % |',
        '| response headers | 0 of 0 | 100 % |',
      ].join('\n'),
    );
  });

  test('is an error that lists what is missing', () => {
    expect(() => requireFullCoverage(ROWS)).toThrow(/^Not exercised:\nresponses: GET \/users\/\{id\} 429$/);
  });

  test('is a success if nothing is missing', () => {
    expect(() => requireFullCoverage(ROWS.slice(1))).not.toThrow();
  });
});
