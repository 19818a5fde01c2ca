// Tests `npm run coverage:document`, which fails if the contract suite does not exercise every part of the document.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listOperations, type OpenApiDocument } from 'tenant-management-document';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import {
  countHeaderFields,
  countSecuritySchemes,
  countWithRedocly,
  coverageTable,
  requireFullCoverage,
} from '../src/document-coverage.ts';
import type { Archive, RecordedCall } from '../src/har.ts';

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

const archiveOf = (...calls: Partial<RecordedCall>[]): Archive => ({
  file: 'reports/contract.har',
  baseUrl: 'http://127.0.0.1:4010',
  calls: calls.map((changes) => ({
    requestLine: '',
    operation: readUser,
    status: 200,
    headers: {},
    text: '',
    tokenSource: BEARER,
    error: undefined,
    ...changes,
  })),
});

describe('countHeaderFields() counts', () => {
  const READ = ['GET /users/{id} 429 X-RateLimit-Reset', 'GET /users/{id} 429 Retry-After'];
  const DELETE = ['DELETE /users/{id} default X-RateLimit-Reset', 'DELETE /users/{id} default Retry-After'];
  const headers = { 'x-ratelimit-reset': '1', 'retry-after': '1' };

  test.each<[what: string, calls: Partial<RecordedCall>[], missing: string[]]>([
    ['no header field if the archive contains no call', [], [...READ, ...DELETE]],
    ['both header fields of a response', [{ status: 429, headers }], DELETE],
    [
      'a header field that a response has, but not a header field that is missing',
      [{ status: 429, headers: { 'retry-after': '1' } }],
      [READ[0] ?? '', ...DELETE],
    ],
    [
      'no header field of a response if the document shows none for the status',
      [{ status: 200, headers }],
      [...READ, ...DELETE],
    ],
    [
      'no header field of an operation that the document does not have',
      [{ operation: undefined, status: 429, headers }],
      [...READ, ...DELETE],
    ],
    ['header fields of the default response', [{ operation: deleteUser, status: 503, headers }], READ],
    [
      'no header field of the default response if the status is documented as 2XX',
      [{ operation: deleteUser, status: 204, headers }],
      [...READ, ...DELETE],
    ],
  ])('%s', (_what, calls, missing) => {
    const expected = { kind: 'response headers', total: 4, missing };
    expect(countHeaderFields(DOCUMENT, archiveOf(...calls))).toEqual(expected);
  });
});

describe('countSecuritySchemes() counts', () => {
  const READ_BEARER = 'GET /users/{id} bearer';
  const READ_GRANT = 'GET /users/{id} grant';
  const DELETE_BEARER = 'DELETE /users/{id} bearer';

  test.each<[what: string, calls: Partial<RecordedCall>[], missing: string[]]>([
    ['no security scheme if the archive contains no call', [], [READ_BEARER, READ_GRANT, DELETE_BEARER]],
    ['the bearer scheme for a successful call with the token of the caller', [{}], [READ_GRANT, DELETE_BEARER]],
    [
      'the OAuth scheme for a successful call with a token of the token endpoint',
      [{ tokenSource: GRANT }],
      [READ_BEARER, DELETE_BEARER],
    ],
    [
      'the security scheme of the document if the operation does not list security schemes',
      [{ operation: deleteUser, status: 204 }],
      [READ_BEARER, READ_GRANT],
    ],
    ['no security scheme for a 401 response', [{ status: 401 }], [READ_BEARER, READ_GRANT, DELETE_BEARER]],
    [
      'no security scheme for a 403 response',
      [{ status: 403, tokenSource: GRANT }],
      [READ_BEARER, READ_GRANT, DELETE_BEARER],
    ],
    ['no security scheme for a redirect', [{ status: 302 }], [READ_BEARER, READ_GRANT, DELETE_BEARER]],
    ['no security scheme for a call without a response', [{ status: 0 }], [READ_BEARER, READ_GRANT, DELETE_BEARER]],
    [
      'no security scheme for a call of an operation that the document does not have',
      [{ operation: undefined }],
      [READ_BEARER, READ_GRANT, DELETE_BEARER],
    ],
  ])('%s', (_what, calls, missing) => {
    const expected = { kind: 'security schemes, by operation', total: 3, missing };
    expect(countSecuritySchemes(DOCUMENT, archiveOf(...calls))).toEqual(expected);
  });
});

/**
 * Coverage in Redocly's format: one parameter, one property and one response are missing. All other parts are
 * covered.
 */
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

/** Runs `countWithRedocly` with a fake Redocly that writes `written` and exits with `status`. */
async function count(written: object | undefined, status = 0) {
  const reports = temporaryFolder({ 'document-coverage.json': JSON.stringify({ ...REDOCLY, operations: [] }) });
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
  test('runs redocly drift on the archive and returns the missing parts of each kind', async () => {
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

  test('throws if Redocly exits with an error, even if Redocly has written the coverage file', async () => {
    await expect(count(REDOCLY, 1)).rejects.toThrow(
      /^redocly drift failed: see its output above and .*document-drift\.json$/,
    );
  });

  test('throws if Redocly writes no file, even if the file of an earlier run exists', async () => {
    await expect(count(undefined)).rejects.toThrow('ENOENT');
  });

  test.each(['operations', 'parameters', 'properties', 'responses'])(
    'throws if the total of %s is missing',
    async (name) => {
      const totals = { ...REDOCLY.totals, [name]: undefined };
      const words = `redocly drift must count ${name} as version 2.77 does: adapt packages/contract/src/document-coverage.ts`;
      await expect(count({ ...REDOCLY, totals })).rejects.toThrow(words);
    },
  );

  test('throws if Redocly renames a kind: the table would otherwise omit the missing parts of this kind', async () => {
    const operations = [{ method: 'GET', path: '/users/{id}', missing: [{ kind: 'renamed', status: '429' }] }];
    const totals = {
      ...REDOCLY.totals,
      parameters: { covered: 2, total: 2 },
      properties: { covered: 7, total: 7 },
    };
    await expect(count({ totals, operations })).rejects.toThrow('redocly drift must count responses');
  });
});

describe('for npm run coverage:document,', () => {
  const ROWS = [
    { kind: 'responses', total: 3, missing: ['GET /users/{id} 429'] },
    { kind: 'properties', total: 7, missing: [] },
    { kind: 'response headers', total: 0, missing: [] },
  ];

  test('coverageTable() rounds percentages down, and writes 100 % if the document has no part of a kind', () => {
    expect(coverageTable(ROWS)).toBe(
      [
        '| Part of the document | Exercised | Percentage |',
        '| --- | ---: | ---: |',
        '| responses | 2 of 3 | 66 % |',
        '| properties | 7 of 7 | 100 % |',
        '| response headers | 0 of 0 | 100 % |',
      ].join('\n'),
    );
  });

  test('requireFullCoverage() throws an error that lists the missing parts', () => {
    expect(() => requireFullCoverage(ROWS)).toThrow(
      /^The contract suite did not exercise:\nresponses: GET \/users\/\{id\} 429$/,
    );
  });

  test('requireFullCoverage() does not throw if no part is missing', () => {
    expect(() => requireFullCoverage(ROWS.slice(1))).not.toThrow();
  });
});
