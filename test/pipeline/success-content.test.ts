import { describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../scripts/openapi/document.ts';
import { contentExceptions } from '../../scripts/openapi/success-content.ts';

const content = { 'application/json': { schema: {} } };
const info = { title: 'Things', version: '1' };

/** Calls contentExceptions() with a document that has one operation. */
function exceptions(method: 'get' | 'post' | 'delete', responses: Record<string, object>): string[] {
  // The cast is necessary, because the responses have no descriptions. The function does not read the descriptions.
  const document = { info, paths: { '/things/{id}': { [method]: { responses } } } } as unknown as OpenApiDocument;
  return contentExceptions(document);
}

describe('contentExceptions()', () => {
  test.each([
    ['a GET with content', 'get', { 200: { content } }],
    ['a GET with content for 200 but not for 204', 'get', { 200: { content }, 204: {} }],
    ['a GET without a documented success', 'get', { 404: {} }],
    ['a DELETE without content for 2XX and with content for failures', 'delete', { '2XX': {}, default: { content } }],
    ['a DELETE without a documented success', 'delete', { 404: { content } }],
    ['a POST with content only for default', 'post', { default: { content } }],
  ] as const)('does not list %s', (_what, method, responses) => {
    expect(exceptions(method, responses)).toEqual([]);
  });

  test.each([
    ['a GET without content', 'get', { 200: {} }, 'GET /things/{id}'],
    ['a GET with an empty map of content', 'get', { 200: { content: {} } }, 'GET /things/{id}'],
    ['a POST without content', 'post', { 201: {} }, 'POST /things/{id}'],
    ['a DELETE with content', 'delete', { 200: { content } }, 'DELETE /things/{id}'],
    ['a GET without content for default', 'get', { default: {} }, 'GET /things/{id}'],
    ['a DELETE with content in a range', 'delete', { '2XX': { content } }, 'DELETE /things/{id}'],
  ] as const)('lists %s', (_what, method, responses, operation) => {
    expect(exceptions(method, responses)).toEqual([operation]);
  });
});
