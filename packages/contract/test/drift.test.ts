// Tests the report of `npm run verify`, which lists the differences between responses and the document.
import { createServer } from 'node:http';
import { findApi, listOperations, type Operation, readDocument } from 'tenant-management-document';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../test/support/loopback.ts';
import { compareWithDocument } from '../src/drift.ts';
import { startPrism } from '../src/prism/prism-process.ts';
import type { RecordedCall } from '../src/recorder.ts';
import { verifyReport } from '../src/verify-report.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const HEADING = '| Operation | Response | Difference | Details |\n| --- | --- | --- | --- |\n';

/** Creates the operation `GET /users/{id}` of a document. */
function operationWith(responses: NonNullable<Operation['responses']>) {
  const paths = { '/users/{id}': { get: { operationId: 'readUser', responses } } };
  const [operation] = listOperations({ info: { title: 'Users', version: '1' }, paths });
  return operation;
}

const DESCRIBED = { description: 'A user.' };
const USER = {
  properties: {
    id: {},
    address: { properties: { city: {}, zip: {} } },
    tags: { items: { properties: { name: {} } } },
  },
};
const READ_USER = operationWith({
  200: { ...DESCRIBED, headers: { 'X-Request-Id': {} }, content: { 'application/json': { schema: USER } } },
  204: DESCRIBED,
  '4XX': { ...DESCRIBED, content: { 'application/json': { schema: {} }, 'text/*': {} } },
});
const documenting = (mediaType: string, schema: object) =>
  operationWith({ 200: { ...DESCRIBED, content: { [mediaType]: { schema } } } });
const VERSIONED = operationWith({
  200: {
    ...DESCRIBED,
    content: {
      'application/json': { schema: { properties: { a: {} } } },
      'application/vnd.users.v2+json': { schema: { properties: { b: {} } } },
    },
  },
});
const SUNSET = 'Wed, 01 Jul 2026 00:00:00 GMT';
const DEPRECATED = READ_USER && { ...READ_USER, operation: { ...READ_USER.operation, deprecated: true } };
const FULL_USER = { id: 'u1', address: { city: 'Ulm', zip: '1' }, tags: [{ name: 'a' }] };

/** Creates a call of `GET /users/{id}` whose response matches the document, except for `changes`. */
function recordedCall(changes: Partial<RecordedCall> = {}): RecordedCall {
  return {
    requestLine: 'GET /users/u1',
    query: '',
    sentHeaders: [],
    sentText: '',
    operation: READ_USER,
    status: 200,
    headers: JSON_TYPE,
    text: JSON.stringify(FULL_USER),
    tokenSource: 'caller',
    error: undefined,
    ...changes,
  };
}

/** The operations of the calls have no references, so the document needs no components. */
const DOCUMENT = { info: { title: 'Users', version: '1' }, paths: {} };
const reportOf = (...calls: RecordedCall[]): string => verifyReport(compareWithDocument(DOCUMENT, calls));

/** The rows of the table without the first cell, which contains the same operation in every test. */
const rowsOf = (...calls: RecordedCall[]): string[] =>
  reportOf(...calls)
    .split('\n')
    .filter((line) => line.startsWith('| `GET /users/{id}` | '))
    .map((line) => line.replace('| `GET /users/{id}` | ', '').replace(/ \|$/, ''));

const bodyOf = (body: unknown): RecordedCall => recordedCall({ text: JSON.stringify(body) });
const violating = (...violations: object[]): RecordedCall =>
  recordedCall({ headers: { ...JSON_TYPE, 'sl-violations': JSON.stringify(violations) } });

describe('verifyReport()', () => {
  test('reports "No difference was found" if all responses match the document', () => {
    expect(reportOf(recordedCall())).toBe('No difference was found.');
  });

  test('reports that no response was compared if there are no calls', () => {
    expect(reportOf()).toBe('No response was compared with the document.');
  });

  test('writes a sorted Markdown table that lists each difference once', () => {
    const violations = violating(
      { location: ['response', 'body', 'b'], code: 'type', message: 'b' },
      { location: ['response', 'body', 'a'], code: 'type', message: 'a' },
    );
    expect(reportOf(recordedCall({ status: 500 }), violations, violations)).toBe(
      `${HEADING}| \`GET /users/{id}\` | 200 | schema violation | a; b |\n| \`GET /users/{id}\` | 500 | status | not documented |`,
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
    ['an undocumented field', [bodyOf({ ...FULL_USER, tier: 'gold' })], ['200 | undocumented fields | `tier`']],
    [
      'an undocumented field of a nested object',
      [bodyOf({ ...FULL_USER, address: { city: 'Ulm', zip: '1', floor: 1 } })],
      ['200 | undocumented fields | `address.floor`'],
    ],
    [
      'an undocumented field of several array items only once',
      [bodyOf({ ...FULL_USER, tags: [{ name: 'a', hue: 1 }, { name: 'b' }, { name: 'c', hue: 2 }] })],
      ['200 | undocumented fields | `tags[].hue`'],
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
    [
      'no difference for a documented field that only some responses have',
      [bodyOf({ id: 'u1' }), bodyOf({ ...FULL_USER, id: undefined })],
      [],
    ],
    [
      'a missing object, but not its fields',
      [bodyOf({})],
      ['200 | documented fields never returned | `address`; `id`; `tags`'],
    ],
    ['a body that is not JSON', [recordedCall({ text: '{"id":' })], ['200 | body | not JSON']],
    ['an empty body if the document has a JSON body', [recordedCall({ text: '' })], ['200 | body | empty']],
    [
      'a missing content type',
      [recordedCall({ headers: {} })],
      ['200 | content type | none instead of `application/json`'],
    ],
    [
      'an undocumented body',
      [recordedCall({ status: 204, text: 'Deleted', headers: {} })],
      ['204 | body | not documented'],
    ],
    [
      'only the status of a 204 response without a body, even if a body is documented for 2XX',
      [
        recordedCall({
          operation: operationWith({ '2XX': { ...DESCRIBED, content: { 'application/json': {} } } }),
          status: 204,
          text: '',
          headers: {},
        }),
      ],
      ['204 | status | documented only as `2XX`'],
    ],
    ['no difference for a 204 response without a body', [recordedCall({ status: 204, text: '', headers: {} })], []],
    [
      'only the status, and no body, of a response with an undocumented status',
      [recordedCall({ status: 500, text: '{"a":1}' })],
      ['500 | status | not documented'],
    ],
    [
      'a status that is documented only as a range, and undocumented fields of the body',
      [recordedCall({ status: 404, text: '{"error":1}' })],
      ['404 | status | documented only as `4XX`', '404 | undocumented fields | `error`'],
    ],
    [
      'a status that is documented only as default',
      [recordedCall({ operation: operationWith({ default: DESCRIBED }), status: 503, text: '' })],
      ['503 | status | documented only as `default`'],
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
      'an undocumented content type that is not JSON',
      [recordedCall({ headers: { 'content-type': 'text/html' }, text: '<p>' })],
      ['200 | content type | `text/html` instead of `application/json`'],
    ],
    [
      'a content type outside all documented ranges',
      [recordedCall({ status: 404, headers: { 'content-type': 'image/png' }, text: 'x' })],
      [
        '404 | content type | `image/png` instead of `application/json` or `text/*`',
        '404 | status | documented only as `4XX`',
      ],
    ],
    [
      'only the status if the content type is in a documented range',
      [recordedCall({ status: 404, headers: { 'content-type': 'Text/Plain' }, text: 'x' })],
      ['404 | status | documented only as `4XX`'],
    ],
    [
      'no difference for a content type that is documented with a parameter and with upper-case letters',
      [recordedCall({ operation: documenting('Application/JSON; charset=utf-8', USER) })],
      [],
    ],
    [
      'a missing content type if */* is documented',
      [recordedCall({ operation: documenting('*/*', {}), headers: {} })],
      ['200 | content type | none instead of `*/*`'],
    ],
    [
      'no undocumented fields in JSON that has the content type text/plain',
      [recordedCall({ operation: documenting('text/plain', {}), headers: { 'content-type': 'text/plain' } })],
      [],
    ],
    [
      'no undocumented fields if the schema for the media type of the response contains the fields',
      [
        recordedCall({
          operation: VERSIONED,
          headers: { 'content-type': 'application/vnd.users.v2+json' },
          text: '{"b":1}',
        }),
      ],
      [],
    ],
    [
      'a schema violation with a code in addition to an undocumented content type',
      [
        recordedCall({
          headers: {
            'content-type': 'text/html',
            'sl-violations': '[{"code":"type","message":"Body must be object"}]',
          },
        }),
      ],
      [
        '200 | content type | `text/html` instead of `application/json`',
        '200 | schema violation | Body must be object',
      ],
    ],
    [
      'the messages of schema violations',
      [
        violating(
          { location: ['response', 'body', 'id'], code: 'minLength', message: 'id must be longer' },
          { location: ['response', 'body', 'zip'], code: 'type', message: 'zip must be a|b' },
        ),
      ],
      ['200 | schema violation | id must be longer; zip must be a\\|b'],
    ],
    [
      'a schema violation without a code if no other row reports it',
      [violating({ location: ['response'], message: 'The received media type does not match' })],
      ['200 | schema violation | The received media type does not match'],
    ],
    [
      'no schema violation that another row already reports',
      [
        recordedCall({
          status: 500,
          headers: {
            'sl-violations': '[{"location":["response"],"message":"Unable to match the returned status code"}]',
          },
        }),
        recordedCall({
          headers: { 'content-type': 'text/html', 'sl-violations': '[{"message":"The received media type does not"}]' },
        }),
      ],
      ['200 | content type | `text/html` instead of `application/json`', '500 | status | not documented'],
    ],
    [
      'no violation of the request, such as a missing token',
      [
        violating(
          { location: ['request', 'path', 'id'], code: 'pattern', message: 'id must match' },
          { code: 401, message: 'Invalid security scheme used' },
        ),
      ],
      [],
    ],
    [
      'a list of schema violations that is too long for one header field',
      [recordedCall({ headers: { ...JSON_TYPE, 'sl-violations': 'Too many violations! [{"location":["resp' } })],
      ['200 | schema violation | too many violations for one header field'],
    ],
    [
      'a deprecation and a sunset if the document does not declare the operation deprecated',
      [recordedCall({ headers: { ...JSON_TYPE, deprecation: '@1767225600', sunset: SUNSET } }), recordedCall()],
      ['200 | undocumented deprecation | `deprecation`; `sunset`'],
    ],
    [
      'a deprecation that every response has, also in an error response',
      [
        recordedCall({ headers: { ...JSON_TYPE, deprecation: '@0' } }),
        recordedCall({ status: 500, text: '', headers: { deprecation: '@0' } }),
      ],
      [
        '200 | undocumented deprecation | `deprecation`',
        '500 | status | not documented',
        '500 | undocumented deprecation | `deprecation`',
      ],
    ],
    [
      'no difference for a deprecation and a sunset if the document declares the operation deprecated',
      [recordedCall({ operation: DEPRECATED, headers: { ...JSON_TYPE, deprecation: '@1767225600', sunset: SUNSET } })],
      [],
    ],
    [
      'undocumented header fields that only some responses have',
      [recordedCall({ headers: { ...JSON_TYPE, 'x-a': '1', 'x-b': '1' } }), recordedCall()],
      ['200 | undocumented header fields | `x-a`; `x-b`'],
    ],
    [
      'no difference for header fields of HTTP and for documented header fields in another letter case',
      [recordedCall({ headers: { ...JSON_TYPE, date: '', 'x-request-id': '1' } }), recordedCall()],
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
      recordedCall({ headers: { ...JSON_TYPE, ...cdn } }),
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
      recordedCall({ status: 500, headers: { ...JSON_TYPE, 'x-a': '1' } }),
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
    const report = reportOf(recordedCall({ headers: { ...JSON_TYPE, 'x-cdn': '1' } }));
    expect(report).toBe(
      'Every response has these header fields, which the document does not declare for every response: `x-cdn`.',
    );
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

  const problem = (type: string, title: string): Partial<RecordedCall> => ({
    status: 500,
    headers: { 'content-type': 'application/problem+json', 'x-own': '1' },
    text: JSON.stringify({ type, title, status: 500, detail: '' }),
  });
  const URL_OF_TENANT = 'https://acme.example.com/api/v2/users/u1';

  test.each<[what: string, changes: Partial<RecordedCall>, line: string]>([
    [
      'an unreachable tenant',
      problem('FetchError', `request to ${URL_OF_TENANT} failed, reason: connect ECONNREFUSED 127.0.0.1:1`),
      'the tenant could not be reached: connect ECONNREFUSED 127.0.0.1:1',
    ],
    [
      'an empty body with a JSON content type',
      problem('FetchError', `invalid json response body at ${URL_OF_TENANT} reason: Unexpected end of JSON input`),
      'Prism could not relay this response: Unexpected end of JSON input',
    ],
    [
      'a body that cannot be decoded',
      problem('FetchError', `Invalid response body while trying to fetch ${URL_OF_TENANT}: incorrect header check\n`),
      'Prism could not relay this response: incorrect header check',
    ],
    [
      'a body that is not JSON, without its content',
      problem(
        'FetchError',
        `invalid json response body at ${URL_OF_TENANT} reason: Unexpected token 's', "s3cret" is not valid JSON`,
      ),
      "Prism could not relay this response: Unexpected token 's' is not valid JSON",
    ],
    [
      'an unknown problem document of Prism itself',
      problem('https://stoplight.io/prism/errors#UNKNOWN', 'Something broke'),
      'Prism could not relay this response: Something broke',
    ],
    ['no response', { status: 0, headers: {}, error: 'other side closed' }, 'no response arrived: other side closed'],
  ])('lists a call with %s as not compared, separately from the differences', (_what, changes, line) => {
    const failed = recordedCall(changes);
    const list = (count: string) => `Not compared with the document:\n\n- \`GET /users/{id}\`: ${line} (${count})`;
    expect(reportOf(failed, recordedCall(), failed)).toBe(`${list('2 calls')}\n\nNo difference was found.`);
    expect(reportOf(failed)).toBe(`${list('1 call')}\n\nNo response was compared with the document.`);
  });

  test.each<[what: string, changes: Partial<RecordedCall>]>([
    ['a problem document of the tenant', problem('https://acme.example.com/errors', 'Not now')],
    ['a problem document without a title', { ...problem('', ''), text: '{"type":"FetchError"}' }],
    ['a problem document without a type', { ...problem('', ''), text: '{"title":"FetchError"}' }],
    ['a body that is not JSON', { ...problem('', ''), text: 'FetchError' }],
    ['a body that is null', { ...problem('', ''), text: 'null' }],
    [
      'a problem document that Prism relayed and validated',
      { ...problem('FetchError', 'x'), headers: { 'content-type': 'application/problem+json', 'sl-violations': '[]' } },
    ],
    [
      'a body whose content type is not application/problem+json',
      { ...problem('FetchError', 'x'), headers: JSON_TYPE },
    ],
  ])('treats %s as a response of the tenant and compares the response with the document', (_what, changes) => {
    expect(rowsOf(recordedCall(changes), recordedCall())).toContain('500 | status | not documented');
  });

  test('recognizes the problem documents of the installed Prism version', async () => {
    const { file } = await findApi();
    const path = '/token-exchange-profiles/{id}';
    const operation = listOperations(await readDocument(file)).find(
      (each) => each.path === path && each.method === 'GET',
    );
    const tenant = createServer((_request, response) => {
      response.writeHead(404, { 'Content-Type': 'application/json' }).end();
    });
    const prism = await startPrism(['proxy', file, await listen(tenant)]);
    onTestFinished(() => prism.stop());
    const call = async (): Promise<RecordedCall> => {
      const headers = { Authorization: 'Bearer token' };
      const response = await fetch(`${prism.url}/token-exchange-profiles/tep_1`, { headers });
      const { status } = response;
      return recordedCall({
        operation,
        status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      });
    };
    const empty = await call();
    tenant.closeAllConnections();
    tenant.close();
    const unreachable = await call();
    const lines = reportOf(empty, unreachable)
      .split('\n')
      .filter((line) => line.startsWith('- '));
    expect(lines).toEqual([
      '- `GET /token-exchange-profiles/{id}`: Prism could not relay this response: Unexpected end of JSON input (1 call)',
      expect.stringMatching(/: the tenant could not be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+ \(1 call\)$/),
    ]);
  });
});
