// Tests which responses of a live run violate the document.
import { listOperations, type OpenApiDocument } from 'tools-document';
import { expect, test } from 'vitest';
import { problemsOf } from '../src/compare-calls.ts';
import type { RecordedCall } from '../src/recorder.ts';

const DOCUMENT: OpenApiDocument = {
  info: { title: 'Books', version: '1' },
  paths: {
    '/books/{id}': {
      get: {
        responses: {
          200: {
            description: 'A book.',
            headers: {
              'X-Pages': { required: true, schema: { $ref: '#/components/schemas/Count' } },
              'X-Tags': { schema: { type: 'array', items: { type: 'integer' } } },
              'X-Any': { required: false },
              'X-Flag': { schema: { type: 'boolean' } },
              'X-Name': { schema: { type: 'string' } },
            },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { id: { type: 'string' }, title: { type: 'string' } },
                  additionalProperties: false,
                },
              },
              'text/*': {},
            },
          },
          204: { description: 'No book.' },
        },
      },
    },
  },
  components: { schemas: { Count: { type: 'integer', minimum: 1 } } },
};
const [operation] = listOperations(DOCUMENT);

const VALID: RecordedCall = {
  requestLine: 'GET /books/1',
  query: '',
  sentHeaders: [],
  parameters: {},
  isUtf8: true,
  sentText: '',
  operation,
  status: 200,
  headers: { 'content-type': 'application/json', 'x-pages': '7' },
  text: '{"title":"Emma"}',
  tokenSource: 'caller',
  error: undefined,
};
const header = (name: string, value: string) => ({ headers: { ...VALID.headers, [name]: value } });

test.each<[what: string, changes: Partial<RecordedCall>, problems: string[]]>([
  ['a valid response', {}, []],
  ['a list in a header field', header('x-tags', 'a,b'), []],
  ['a text and a boolean in header fields', { headers: { ...VALID.headers, 'x-flag': 'true', 'x-name': '7' } }, []],
  ['an empty header field', header('x-pages', ''), ['200: header field: `X-Pages` violates its schema']],
  ['an additional field that the schema forbids', { text: '{"title":"Emma","tier":1}' }, []],
  [
    'a violation next to an additional field that the schema forbids',
    { text: '{"tier":1,"title":7}' },
    ['200: schema violation: `/title` violates `type`'],
  ],
  ['the requested id in another case', { parameters: { id: 'A' }, text: '{"id":"a"}' }, []],
  ['an item without its id, because a query selects fields', { parameters: { id: '1' }, query: 'fields=title' }, []],
  ['the requested id in another field', { parameters: { id: 'Emma' } }, []],
  ['another id', { parameters: { id: '1' }, text: '{"id":"2","title":"a"}' }, ['200: body: without the requested id']],
  [
    'an object instead of the id',
    { parameters: { id: '1' }, text: '{"id":{"toString":1}}' },
    ['200: body: without the requested id', '200: schema violation: `/id` violates `type`'],
  ],
  ['a quoted charset', header('content-type', 'application/json; a="b,c"; Charset="UTF8"'), []],
  [
    'another charset',
    header('content-type', 'application/json;charset=latin1'),
    ['200: content type: a charset other than UTF-8'],
  ],
  [
    'two media types',
    header('content-type', 'application/json; charset=utf-8, application/json'),
    ['200: content type: several header fields `Content-Type`'],
  ],
  ['text in another charset', { isUtf8: false, ...header('content-type', 'text/plain; charset=latin1') }, []],
  ['JSON that is not UTF-8', { isUtf8: false }, ['200: body: not UTF-8']],
  [
    'two equal names, one of them escaped',
    { text: String.raw`{"title":"\"{","t\u0069tle" :"Emma"}` },
    ['200: body: an object with two fields of the same name'],
  ],
  [
    'equal names in different objects',
    { text: '[{"a":1,"b":"a"},{"a":{"a":2},"b":1}]' },
    ['200: schema violation: `` violates `type`'],
  ],
  ['a response with an undocumented status', { status: 500, headers: {}, text: 'x' }, []],
  ['a call without a response', { error: 'closed', headers: {} }, []],
  ['a body that the document does not show', { status: 204, headers: {}, text: 'x' }, []],
  [
    'a missing header field',
    { headers: { 'content-type': 'application/json' } },
    ['200: header field: `X-Pages` is missing'],
  ],
  ['a text instead of a number', header('x-pages', 'many'), ['200: header field: `X-Pages` violates its schema']],
  ['a number below its minimum', header('x-pages', '0'), ['200: header field: `X-Pages` violates its schema']],
  [
    'another content type',
    header('content-type', 'application/problem+json'),
    ['200: content type: `application/problem+json` instead of `application/json` or `text/*`'],
  ],
  ['an empty body', { text: '' }, ['200: body: empty']],
  ['a body that is not JSON', { text: '{' }, ['200: body: not JSON']],
  ['a body that violates its schema', { text: '{"title":7}' }, ['200: schema violation: `/title` violates `type`']],
])('problemsOf() for %s', (_what, changes, problems) => {
  const call = { ...VALID, ...changes };
  expect(problemsOf(DOCUMENT, [call, call], operation?.id ?? '')).toEqual(problems);
  expect(problemsOf(DOCUMENT, [call], 'another')).toEqual([]);
});
