import { describe, expect, test } from 'vitest';
import { callingProgram } from '../src/calls/calling-program.ts';
import { listOperations, type OpenApiDocument } from '../src/document.ts';

/** A document with operations of several kinds. */
const document: OpenApiDocument = {
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'list',
        parameters: [
          { name: 'limit', in: 'query', required: true, schema: { type: 'integer', examples: [5] } },
          { name: 'page', in: 'query', schema: { type: 'integer', examples: [2] } },
        ],
      },
      post: {
        operationId: 'create',
        requestBody: { content: { 'application/json': { schema: {}, example: { title: 'Emma' } } } },
      },
      trace: { operationId: 'trace' },
    },
    '/books/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'b1' }],
      delete: { operationId: 'remove' },
      put: { operationId: 'replace', parameters: [{ name: 'session', in: 'cookie', required: true }] },
    },
    '/status': { get: { operationId: 'status' } },
  },
};
const operations = listOperations(document);

describe('callingProgram()', () => {
  test('writes one call on one line, with the required parameters and the body', () => {
    const { source, operationOfLine } = callingProgram(document, operations);
    const lines = source.split('\n');
    expect(operationOfLine.map((id, line) => [id, lines[line]]).slice(2)).toEqual([
      ['list', 'await client.GET("/books", { params: { query: {"limit":5} } });'],
      ['create', 'await client.POST("/books", { body: {"title":"Emma"} });'],
      ['remove', 'await client.DELETE("/books/{id}", { params: { path: {"id":"b1"} } });'],
      ['status', 'await client.GET("/status");'],
    ]);
  });

  test('omits TRACE and required cookies, which the client does not support', () => {
    expect(callingProgram(document, operations).omitted).toEqual(['trace', 'replace']);
  });
});
