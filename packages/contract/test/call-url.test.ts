import { listOperations, type OpenApiDocument, type OperationEntry, type Parameter } from 'tenant-management-document';
import { expect, test } from 'vitest';
import { callUrl, headerTexts } from '../src/calls/call-url.ts';

const ARRAY = { type: 'array', items: { type: 'string' } };

test('callUrl() and headerTexts() write the parameters in their styles', () => {
  const parameters = [
    { name: 'p', in: 'path', required: true, style: 'matrix', explode: true, schema: ARRAY },
    { name: 'ids', in: 'query', explode: false, schema: ARRAY },
    { name: 'X-Range', in: 'header', schema: { type: 'object' } },
  ] as Parameter[];
  const document: OpenApiDocument = {
    info: { title: 'Books', version: '1' },
    paths: { '/books/{p}': { get: { parameters } } },
  };
  const [entry] = listOperations(document) as [OperationEntry];
  const query = { ids: ['1', 'a b'], tags: ['x', 'y'], filter: { a: 1 }, none: [] };
  expect(callUrl(document, entry, { path: { p: ['a', 'b/c'] }, query })).toBe(
    '/books/;p=a;p=b%2Fc?ids=1,a%20b&tags=x&tags=y&filter%5Ba%5D=1',
  );
  expect(headerTexts(document, entry, { 'X-Range': { a: 1 }, 'X-Trace': 7 })).toEqual({
    'X-Range': 'a,1',
    'X-Trace': '7',
  });
});
