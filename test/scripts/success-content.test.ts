import type { OpenApiDocument } from 'tools-document/model';
import { describe, expect, test } from 'vitest';
import { contentExceptions, contentExceptionsModule } from '../../scripts/generate/content-exceptions.ts';

const json = (schema?: object) => ({ 'application/json': schema === undefined ? {} : { schema } });
const ITEM = { type: 'object' };
const content = json(ITEM);
const info = { title: 'Things', version: '1' };

/** Lists the exceptions of a document that has one operation. */
function exceptions(method: 'get' | 'post' | 'delete', responses: Record<string, object>): string[] {
  // The cast is necessary, because the responses have no descriptions. contentExceptions() does not read descriptions.
  const paths = { '/things/{id}': { [method]: { responses } } };
  const document = { info, paths, components: { schemas: { Thing: ITEM } } } as unknown as OpenApiDocument;
  return contentExceptions(document).map(({ method, path, content }) => `${method} ${path} ${content}`);
}

const text = { 'text/plain': {} };
const events = { 'text/event-stream': {} };

describe('contentExceptions()', () => {
  test.each([
    ['a GET with JSON', 'get', { 200: { content } }],
    [
      'a GET with the JSON media type of a vendor',
      'get',
      { 200: { content: { 'application/vnd.acme+json; charset=utf-8': { schema: ITEM } } } },
    ],
    ['a GET with the wildcard */*', 'get', { 200: { content: { '*/*': { schema: ITEM } } } }],
    ['a GET with JSON for 200 and without content for 204', 'get', { 200: { content }, 204: {} }],
    ['a GET with JSON for 200 and text for failures', 'get', { 200: { content }, default: { content: text } }],
    ['a DELETE without content for 2XX and with content for failures', 'delete', { '2XX': {}, default: { content } }],
    ['a DELETE without a documented success', 'delete', { 404: { content } }],
    ['a POST with JSON only for default', 'post', { default: { content } }],
  ] as const)('does not list %s', (_what, method, responses) => {
    expect(exceptions(method, responses)).toEqual([]);
  });

  test.each([
    ['a GET without content', 'get', { 200: {} }, 'none'],
    ['a GET whose content is an empty object', 'get', { 200: { content: {} } }, 'none'],
    ['a POST without content', 'post', { 201: {} }, 'none'],
    ['a GET with only a default response, without content', 'get', { default: {} }, 'none'],
    ['a GET without a documented success', 'get', { 404: {} }, 'json'],
    ['a DELETE with JSON', 'delete', { 200: { content } }, 'object'],
    ['a DELETE with JSON for 2XX', 'delete', { '2XX': { content } }, 'object'],
    ['a GET with text', 'get', { 200: { content: text } }, 'other'],
    ['a GET with an event stream, and without content for 204', 'get', { 200: { content: events }, 204: {} }, 'other'],
    ['a GET with a JSON text sequence', 'get', { 200: { content: { 'application/json-seq': {} } } }, 'other'],
    ['a GET with JSON and text', 'get', { 200: { content: { ...content, ...text } } }, 'mixed'],
    ['a GET with JSON for 202 and text for 200', 'get', { 200: { content: text }, 202: { content } }, 'mixed'],
  ] as const)('lists %s', (_what, method, responses, expected) => {
    expect(exceptions(method, responses)).toEqual([`${method.toUpperCase()} /things/{id} ${expected}`]);
  });

  test.each<[string, object]>([
    ['an object', { type: 'object' }],
    ['an object by reference', { $ref: '#/components/schemas/Thing' }],
    ['properties without a type', { properties: { id: { type: 'string' } } }],
    ['a map without a type', { additionalProperties: {} }],
    ['allOf with an object', { allOf: [{ description: 'A thing.' }, { $ref: '#/components/schemas/Thing' }] }],
    ['alternatives that are objects', { oneOf: [{ type: 'object' }, { $ref: '#/components/schemas/Thing' }] }],
  ])('does not list a GET whose schema shows %s', (_what, schema) => {
    expect(exceptions('get', { 200: { content: json(schema) } })).toEqual([]);
  });

  test.each<[string, object]>([
    ['an array', { type: 'array', items: {} }],
    ['an object or an array', { type: ['object', 'array'] }],
    ['items without a type', { items: {} }],
    ['alternatives that are an object and an array', { oneOf: [{ type: 'object' }, { type: 'array', items: {} }] }],
    ['required fields only', { required: ['id'] }],
  ])('lists a GET whose schema shows %s, because its body can be an array', (_what, schema) => {
    expect(exceptions('get', { 200: { content: json(schema) } })).toEqual(['GET /things/{id} json']);
  });

  const recursive: { allOf: object[] } = { allOf: [] };
  recursive.allOf.push(recursive);

  test.each<[string, object | undefined]>([
    ['no schema', undefined],
    ['any value', {}],
    ['a string', { type: 'string' }],
    ['an object or null', { type: ['object', 'null'], properties: {} }],
    ['an alternative that is null', { anyOf: [{ type: 'object' }, { type: 'null' }] }],
    ['an empty allOf', { allOf: [] }],
    ['only itself', recursive],
  ])('lists a GET whose schema shows %s, because its body can be null', (_what, schema) => {
    expect(exceptions('get', { 200: { content: json(schema) } })).toEqual(['GET /things/{id} value']);
  });

  test('lists a GET if one of its JSON responses can be null', () => {
    const responses = { 200: { content }, 202: { content: json({}) } };
    expect(exceptions('get', responses)).toEqual(['GET /things/{id} value']);
  });

  test('contentExceptionsModule() writes the content of each exception by method and path', () => {
    const responses = (success: object) => ({ responses: { 200: success } });
    const paths = { '/things': { get: responses({}), delete: responses({ content }), post: responses({ content }) } };
    const document = { info, paths } as unknown as OpenApiDocument;
    expect(contentExceptionsModule(document)).toContain(`: Readonly<Record<string, SuccessContent>> = {
  "GET /things": 'none',
  "DELETE /things": 'object',
};`);
  });
});
