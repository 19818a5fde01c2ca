// Tests which responses of a live run violate the document.
import { listOperations, type OpenApiDocument } from 'tenant-management-document';
import { expect, test } from 'vitest';
import type { RecordedCall } from '../src/recorder.ts';
import { responseProblems } from '../src/response-problems.ts';

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
    ['the header field X-Pages is missing'],
  ],
  ['a text instead of a number', header('x-pages', 'many'), ['the header field X-Pages violates its schema']],
  ['a number below its minimum', header('x-pages', '0'), ['the header field X-Pages violates its schema']],
  [
    'another content type',
    header('content-type', 'application/problem+json'),
    ['content type: `application/problem+json` instead of `application/json`'],
  ],
  ['an empty body', { text: '' }, ['body: empty']],
  ['a body that is not JSON', { text: '{' }, ['body: not JSON']],
  ['a body that violates its schema', { text: '{"title":7}' }, ['body/title must be string']],
])('responseProblems() for %s', (_what, changes, problems) => {
  expect(responseProblems(DOCUMENT, { ...VALID, ...changes })).toEqual(problems);
});
