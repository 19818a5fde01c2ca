// Tests the data of the "try it" panels of the docs site.
import type { OpenApiDocument, Operation } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { library } from '../../test/support/library-document.ts';
import { tryItCalls } from '../reference/operation/try-it-calls.ts';

/** Returns the data of one operation, `POST /things/{id}` in a small document. */
function callOf(operation: Operation, document: Partial<OpenApiDocument> = {}) {
  const post = { operationId: 'change_thing', responses: {}, ...operation };
  const paths = { '/things/{id}': { parameters: [{ name: 'id', in: 'path' as const, required: true }], post } };
  return tryItCalls({ info: { title: 'Things', version: '1' }, ...document, paths })['change_thing'];
}
const text = { type: 'string' };
const content = (type: string) => ({ requestBody: { content: { [type]: { schema: text, example: 'one' } } } });

describe('tryItCalls()', () => {
  test('returns the method, the path, the parameters and the token path of each operation', () => {
    const calls = tryItCalls(library);
    expect(Object.keys(calls)).toContain('closeLibrary');
    expect(calls['readSection']).toEqual({
      method: 'GET',
      path: '/sections/{name}',
      parameters: [{ name: 'name', in: 'path', required: true, sample: 'a' }],
      basePath: '/v1',
      tokenPath: '/token',
    });
  });

  test('returns a sample of a JSON body', () => {
    const sample = { title: expect.any(String) };
    expect(tryItCalls(library)['updateBook']).toMatchObject({ body: { type: 'json', required: false, sample } });
  });

  test('returns no token path for an operation that needs no token', () => {
    expect(tryItCalls(library)['closeLibrary']).not.toHaveProperty('tokenPath');
  });

  test('returns the path of the first server, with the defaults of its variables', () => {
    const servers = [{ url: 'https://{host}/{version}/', variables: { version: { default: 'v3' } } }];
    expect(callOf({}, { servers })).toMatchObject({ basePath: '/v3' });
  });

  test('omits cookies and header fields that OpenAPI ignores, and marks optional parameters', () => {
    const parameters = [
      { name: 'id', in: 'path' as const, required: true, schema: text, example: 'one' },
      { name: 'page', in: 'query' as const, schema: { type: 'integer' }, example: 2 },
      { name: 'Accept', in: 'header' as const, schema: text },
      { name: 'session', in: 'cookie' as const, schema: text },
    ];
    expect(callOf({ parameters })).toMatchObject({
      parameters: [
        { name: 'id', in: 'path', required: true, sample: 'one' },
        { name: 'page', in: 'query', required: false, sample: 2 },
      ],
    });
  });

  test('returns parameters without a sample if the document has no valid sample', () => {
    const parameters = [{ name: 'id', in: 'path' as const, required: true, schema: { not: {} } }];
    expect(callOf({ parameters })).toMatchObject({ parameters: [{ name: 'id', in: 'path', required: true }] });
  });

  test('returns the reason if the panel cannot send the body', () => {
    expect(callOf(content('text/plain'))).toEqual({
      problem: 'this panel cannot send a body of the type text/plain',
    });
  });

  test('returns the reason if the client does not support the operation', () => {
    const parameters = [
      { name: 'filter', in: 'query' as const, required: true, style: 'deepObject', schema: { type: 'array' } },
    ];
    expect(callOf({ parameters })).toEqual({ problem: expect.stringContaining('the client does not support query') });
  });
});
