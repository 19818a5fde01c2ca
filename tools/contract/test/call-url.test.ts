import { listOperations, type OpenApiDocument, type OperationEntry } from 'tools-document';
import { expect, test } from 'vitest';
import { callUrl, headerTexts } from '../src/calls/call-url.ts';

test('callUrl() and headerTexts() write the parameters as the client does', () => {
  const document: OpenApiDocument = { info: { title: 'Books', version: '1' }, paths: { '/books/{p}': { get: {} } } };
  const [entry] = listOperations(document) as [OperationEntry];
  const query = { 'page size': 2, tags: ['x', null, 'a&b'], none: [], absent: undefined };
  expect(callUrl(entry, { path: { p: 'b/c' }, query })).toBe('/books/b%2Fc?page%20size=2&tags=x&tags=a%26b');
  expect(headerTexts({ 'X-Trace': 7 })).toEqual({ 'X-Trace': '7' });
});
