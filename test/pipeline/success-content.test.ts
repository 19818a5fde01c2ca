import { describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../scripts/openapi/document.ts';
import { contentExceptions } from '../../scripts/openapi/success-content.ts';

const content = { 'application/json': { schema: {} } };
const info = { title: 'Things', version: '1' };

/** The exceptions of a document with one operation. */
function exceptions(method: 'get' | 'post' | 'delete', responses: Record<string, object>): string[] {
  // Only what the function reads: the descriptions of the responses are left out.
  const document = { info, paths: { '/things/{id}': { [method]: { responses } } } } as unknown as OpenApiDocument;
  return contentExceptions(document);
}

describe('contentExceptions', () => {
  test.each([
    ['a GET with content', 'get', { 200: { content } }],
    ['a GET whose 200 has content and whose 204 has none', 'get', { 200: { content }, 204: {} }],
    ['a GET without any success', 'get', { 404: {} }],
    ['a DELETE without content whose failure has some', 'delete', { '2XX': {}, default: { content } }],
    ['a DELETE without any success', 'delete', { 404: { content } }],
    ['a POST with content in default only', 'post', { default: { content } }],
  ] as const)('leaves out %s', (_what, method, responses) => {
    expect(exceptions(method, responses)).toEqual([]);
  });

  test.each([
    ['a GET without content', 'get', { 200: {} }, 'GET /things/{id}'],
    ['a GET with an empty map of content', 'get', { 200: { content: {} } }, 'GET /things/{id}'],
    ['a POST without content', 'post', { 201: {} }, 'POST /things/{id}'],
    ['a DELETE with content', 'delete', { 200: { content } }, 'DELETE /things/{id}'],
    ['a GET whose default has no content', 'get', { default: {} }, 'GET /things/{id}'],
    ['a DELETE with content in a range', 'delete', { '2XX': { content } }, 'DELETE /things/{id}'],
  ] as const)('names %s', (_what, method, responses, operation) => {
    expect(exceptions(method, responses)).toEqual([operation]);
  });
});
