// Tests the report of `npm run verify`, which lists the differences between responses and the document. The tests of
// `compareResponse()` cover the status, the content type and the body of a single response.
import { listOperations, type OpenApiDocument, type Operation } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { compareWithDocument } from '../src/compare-calls.ts';
import type { RecordedCall } from '../src/recorder.ts';
import { verifyReport } from '../src/verify-report.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const HEADING = '| Operation | Response | Difference | Details |\n| --- | --- | --- | --- |\n';

/** Creates a document with the operation `GET /users/{id}`. */
const documentWith = (operation: Operation): OpenApiDocument => ({
  info: { title: 'Users', version: '1' },
  paths: { '/users/{id}': { get: operation } },
});

const DESCRIBED = { description: 'A user.' };
const USER = {
  properties: {
    id: { type: 'string' },
    address: { properties: { city: {}, zip: {} } },
    tags: { items: { properties: { name: {} } } },
  },
};
const DOCUMENT = documentWith({
  operationId: 'readUser',
  responses: {
    200: { ...DESCRIBED, headers: { 'X-Request-Id': {} }, content: { 'application/json': { schema: USER } } },
    204: DESCRIBED,
    '4XX': { ...DESCRIBED, content: { 'application/json': { schema: {} }, 'text/*': {} } },
  },
});
const [READ_USER] = listOperations(DOCUMENT);
const RETIRED = { deprecation: '@1767225600', sunset: 'Wed, 01 Jul 2026 00:00:00 GMT' };
const DEPRECATED = READ_USER && { ...READ_USER, operation: { ...READ_USER.operation, deprecated: true } };
const FULL_USER = { id: 'u1', address: { city: 'Ulm', zip: '1' }, tags: [{ name: 'a' }] };

/** Creates a call of `GET /users/{id}` whose response matches the document, except for `changes`. */
const recordedCall = (changes: Partial<RecordedCall> = {}): RecordedCall => ({
  ...{ requestLine: 'GET /users/u1', query: '', sentHeaders: [], sentText: '', operation: READ_USER, status: 200 },
  ...{
    parameters: {},
    isUtf8: true,
    headers: JSON_TYPE,
    text: JSON.stringify(FULL_USER),
    tokenSource: 'caller',
    error: undefined,
    ...changes,
  },
});
/** Creates a call whose response has these header fields in addition to its content type. */
const withFields = (fields: Record<string, string>, changes: Partial<RecordedCall> = {}): RecordedCall =>
  recordedCall({ headers: { ...JSON_TYPE, ...fields }, ...changes });

const reportOf = (...calls: RecordedCall[]): string => verifyReport(compareWithDocument(DOCUMENT, calls));

/** The rows of the table without the first cell, which contains the same operation in every test. */
const rowsOf = (...calls: RecordedCall[]): string[] =>
  reportOf(...calls)
    .split('\n')
    .filter((line) => line.startsWith('| `GET /users/{id}` | '))
    .map((line) => line.replace('| `GET /users/{id}` | ', '').replace(/ \|$/, ''));

const bodyOf = (body: unknown): RecordedCall => recordedCall({ text: JSON.stringify(body) });

describe('verifyReport()', () => {
  test('reports "No difference was found" if all responses match the document', () => {
    expect(reportOf(recordedCall())).toBe('No difference was found.');
  });

  test('reports that no response was compared if there are no calls', () => {
    expect(reportOf()).toBe('No response was compared with the document.');
  });

  test('writes a sorted Markdown table that lists each difference once', () => {
    const invalid = bodyOf({ ...FULL_USER, id: 7 });
    expect(reportOf(recordedCall({ status: 500 }), invalid, invalid)).toBe(
      `${HEADING}| \`GET /users/{id}\` | 200 | schema violation | \`/id\` violates \`type\` |\n| \`GET /users/{id}\` | 500 | status | not documented |`,
    );
  });

  test.each<[what: string, calls: RecordedCall[], rows: string[]]>([
    [
      'an unknown query parameter that the target accepts',
      [recordedCall({ query: 'page=1&not_in_the_document=value' }), recordedCall({ query: 'page=1' })],
      ['200 | unknown query parameter | accepted'],
    ],
    [
      'no unknown query parameter that the target rejects',
      [recordedCall({ query: 'not_in_the_document=value', status: 400, text: '{}' })],
      ['400 | status | documented only as `4XX`'],
    ],
    [
      'an undocumented field with the name of an inherited property',
      [recordedCall({ text: `{"constructor": 1, "__proto__": 2, ${JSON.stringify(FULL_USER).slice(1)}` })],
      ['200 | undocumented fields | `__proto__`; `constructor`'],
    ],
    [
      'an undocumented field with a bar and a line break in its name',
      [bodyOf({ ...FULL_USER, 'a|b\n\u001b[31mc': 1 })],
      ['200 | undocumented fields | `a\\|b [31mc`'],
    ],
    [
      'documented fields that are missing in every response',
      [bodyOf({ id: 'u1', address: { city: 'Ulm' }, tags: [{}] }), bodyOf({ address: null, tags: [] })],
      ['200 | documented fields never returned | `address.zip`; `tags[].name`'],
    ],
    ['no field that some responses have', [bodyOf({ id: 'u1' }), bodyOf({ ...FULL_USER, id: undefined })], []],
    [
      'a missing object, but not its fields',
      [bodyOf({})],
      ['200 | documented fields never returned | `address`; `id`; `tags`'],
    ],
    [
      'no body with an undocumented status',
      [recordedCall({ status: 500, text: '{' })],
      ['500 | status | not documented'],
    ],
    [
      'an undocumented JSON content type, and differences from the schema of the documented JSON content type',
      [recordedCall({ headers: { 'content-type': 'application/problem+json' }, text: '{"type":"x","id":"u1"}' })],
      [
        '200 | content type | `application/problem+json` instead of `application/json`',
        '200 | documented fields never returned | `address`; `tags`',
        '200 | undocumented fields | `type`',
      ],
    ],
    [
      'no difference for a content type in a documented range, in upper-case letters',
      [recordedCall({ status: 404, headers: { 'content-type': 'Text/Plain' }, text: 'x' })],
      ['404 | body | not compared, because it is not JSON', '404 | status | documented only as `4XX`'],
    ],
    [
      'an id in another case',
      [recordedCall({ parameters: { id: 'U1' } }), recordedCall({ parameters: { id: 'U1' }, status: 204, text: '' })],
      ['200 | id | accepted in another case'],
    ],
    [
      'a deprecation and a sunset if the document does not declare the operation deprecated',
      [withFields(RETIRED), recordedCall()],
      ['200 | undocumented deprecation | `deprecation`; `sunset`'],
    ],
    [
      'a deprecation that every response has, also in an error response',
      [withFields({ deprecation: '@0' }), recordedCall({ status: 500, text: '', headers: { deprecation: '@0' } })],
      [
        '500 | status | not documented',
        '200 | undocumented deprecation | `deprecation`',
        '500 | undocumented deprecation | `deprecation`',
      ],
    ],
    ['no deprecation that the document declares', [withFields(RETIRED, { operation: DEPRECATED })], []],
    [
      'undocumented header fields that only some responses have',
      [withFields({ 'x-a': '1', 'x-b': '1' }), recordedCall()],
      ['200 | undocumented header fields | `x-a`; `x-b`'],
    ],
    [
      'no header fields of HTTP, and no documented header fields in another letter case',
      [withFields({ date: '', 'x-request-id': '1' }), recordedCall()],
      [],
    ],
    [
      'a header field that is documented only for another status',
      [recordedCall({ status: 204, text: '', headers: { 'x-request-id': '1' } }), recordedCall()],
      ['204 | undocumented header fields | `x-request-id`'],
    ],
  ])('reports %s', (_what, calls, rows) => {
    expect(rowsOf(...calls)).toEqual(rows);
  });

  test('reports undocumented header fields in one sentence, not in rows, if every response has them', () => {
    const cdn = { 'x-cdn': '1', 'a-cdn': '1' };
    const report = reportOf(
      withFields(cdn),
      recordedCall({ status: 204, text: '', headers: { ...cdn, 'x-some': '1' } }),
    );
    expect(report).toBe(
      `Every response has these header fields, which the document does not declare for every response: \`a-cdn\`, \`x-cdn\`.\n\nThe document leaves these details open:\n\n${HEADING}| \`GET /users/{id}\` | 204 | undocumented header fields | \`x-some\` |`,
    );
  });

  test('lists the details that the document leaves open in a separate table', () => {
    const [found, open] = reportOf(
      bodyOf({ ...FULL_USER, tags: [{}], tier: 1 }),
      recordedCall({ query: 'not_in_the_document=value' }),
      recordedCall({ status: 404, text: '{"error":1}' }),
      withFields({ 'x-a': '1', 'sl-violations': '[]' }, { status: 500 }),
    ).split('\n\nThe document leaves these details open:\n\n');
    expect(found).toBe(`${HEADING}| \`GET /users/{id}\` | 500 | status | not documented |`);
    expect(open?.split('\n').slice(2)).toEqual([
      '| `GET /users/{id}` | 200 | undocumented fields | `tier` |',
      '| `GET /users/{id}` | 200 | unknown query parameter | accepted |',
      '| `GET /users/{id}` | 404 | status | documented only as `4XX` |',
      '| `GET /users/{id}` | 404 | undocumented fields | `error` |',
      '| `GET /users/{id}` | 500 | undocumented header fields | `x-a` |',
    ]);
  });

  test('does not report "No difference was found" if every response has the same undocumented header field', () => {
    expect(reportOf(withFields({ 'x-cdn': '1' }))).toMatch(/^Every response has these header fields, .*: `x-cdn`\.$/);
  });

  test('lists failed calls in alphabetical order, each on one line', () => {
    const report = reportOf(recordedCall({ error: 'b\n\u001b[31mc' }), recordedCall({ error: 'a' }));
    const lines = report.split('\n').filter((line) => line.startsWith('- '));
    expect(lines).toEqual([
      '- `GET /users/{id}`: no response arrived: a (1 call)',
      '- `GET /users/{id}`: no response arrived: b [31mc (1 call)',
    ]);
  });

  test('reports an undocumented call, but no differences in its response', () => {
    const unknown = recordedCall({ operation: undefined, requestLine: 'GET /a|b', headers: { 'x-a': '1' } });
    expect(reportOf(unknown, recordedCall())).toBe(`${HEADING}| \`GET /a\\|b\` | 200 | call | not documented |`);
  });

  test('lists a call without a response as not compared, separately from the differences', () => {
    const failed = recordedCall({ status: 0, headers: {}, error: 'other side closed' });
    const list = (count: string) =>
      `Not compared with the document:\n\n- \`GET /users/{id}\`: no response arrived: other side closed (${count})`;
    expect(reportOf(failed, recordedCall(), failed)).toBe(`${list('2 calls')}\n\nNo difference was found.`);
    expect(reportOf(failed)).toBe(`${list('1 call')}\n\nNo response was compared with the document.`);
  });
});
