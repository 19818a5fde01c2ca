import type { OpenApiDocument } from 'tools-document/model';
import { expect, test } from 'vitest';
import { deletePathsModule } from '../../../scripts/generate/defaults-module.ts';
import { responseChecksModule } from '../../../scripts/generate/response-checks-module.ts';

const documentOf = (paths: OpenApiDocument['paths']) => ({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths,
});
const operation = (operationId: string) => ({ operationId, responses: { 204: { description: 'Done' } } });

test('the module delete-paths.ts contains the path templates of all DELETE operations, and no other path', () => {
  const paths = {
    '/books/{id}': { get: operation('read'), delete: operation('remove') },
    '/books': { get: operation('list') },
    '/notes/"{id}"': { delete: operation('remove_note') },
  };
  expect(deletePathsModule(documentOf(paths))).toContain(
    'export const deletePaths: readonly string[] = [\n  "/books/{id}",\n  "/notes/\\"{id}\\"",\n];\n',
  );
});

test('the module delete-paths.ts contains an empty list if the document has no DELETE operation', () => {
  expect(deletePathsModule(documentOf({ '/books': { get: operation('list') } }))).toContain('= [];\n');
});

test('the module response-checks.ts exports each operation with its own name, although ids differ only in separators', async () => {
  const paths = { '/a': { get: operation('aB2') }, '/b': { get: operation('a-b') }, '/c': { get: operation('a_b') } };
  const [, exported = ''] = (await responseChecksModule(documentOf(paths))).split('export {');
  expect(exported.match(/(?<= as )\w+/g)).toEqual(['aB', 'aB2', 'aB3']);
});
