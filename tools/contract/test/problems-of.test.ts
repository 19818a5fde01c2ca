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
            },
            content: { 'application/json': { schema: { type: 'object', properties: { title: { type: 'string' } } } } },
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
    ['200: content type: `application/problem+json` instead of `application/json`'],
  ],
  ['an empty body', { text: '' }, ['200: body: empty']],
  ['a body that is not JSON', { text: '{' }, ['200: body: not JSON']],
  ['a body that violates its schema', { text: '{"title":7}' }, ['200: schema violation: `/title` violates `type`']],
])('problemsOf() for %s', (_what, changes, problems) => {
  const call = { ...VALID, ...changes };
  expect(problemsOf(DOCUMENT, [call, call], operation?.id ?? '')).toEqual(problems);
  expect(problemsOf(DOCUMENT, [call], 'another')).toEqual([]);
});
