import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { checkDocumentFile } from '../src/document-file.ts';

const YAML = `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get: { responses: { '200': { $ref: '#/components/responses/Books' } } }
components:
  responses:
    Books: { description: The books. }
`;

/** Writes files to a temporary folder, and returns the path of the first one. */
const write = (files: Readonly<Record<string, string>>): string =>
  join(temporaryFolder(files), Object.keys(files)[0] ?? '');

describe('checkDocumentFile()', () => {
  test.for([
    ['YAML', YAML],
    ['YAML of OpenAPI 3.0', YAML.replace('3.1.0', '3.0.3')],
    ['JSON', JSON.stringify({ openapi: '3.1.0', paths: { '/books': { get: {} } } })],
    ['a flow mapping of YAML', "{ openapi: '3.1.0', paths: { /books: { get: {} } } }"],
  ] as const)('accepts %s', async ([, text]) => {
    const file = write({ 'openapi.yaml': text });
    expect(await checkDocumentFile(file)).toEqual({ file, isSplit: false });
  });

  test('accepts a document that refers to another file, and reports the document as split', async () => {
    const file = write({
      'openapi.yaml': YAML.replace('#/components', 'responses.yaml#'),
      'responses.yaml': 'responses: { Books: { description: The books. } }',
    });
    expect(await checkDocumentFile(file)).toEqual({ file, isSplit: true });
  });

  test('rejects a file that does not exist, and a folder', async () => {
    const folder = join(write({ 'openapi.yaml': YAML }), '..');
    await expect(checkDocumentFile(join(folder, 'missing.yaml'))).rejects.toThrow(/^No such file: .*missing\.yaml$/);
    await expect(checkDocumentFile(folder)).rejects.toThrow(' is a folder; pass the OpenAPI document in it');
  });

  test.for([
    ['text that is neither YAML nor JSON', 'openapi: [', / must be YAML or JSON: .+ at line 1, column \d+$/],
    ['broken JSON', '{ "openapi": "3.1.0", ', / must be YAML or JSON: .+ at line 1, column \d+$/],
    ['an empty file', '', / is not an OpenAPI document: it must start with "openapi: 3.0.x" or "openapi: 3.1.x"$/],
    ['a YAML list', '- openapi', / is not an OpenAPI document/],
    ['YAML that is not an OpenAPI document', 'title: Books', / is not an OpenAPI document/],
    ['a version that is a number', 'openapi: 3.1', / is not an OpenAPI document/],
    ['OpenAPI 3.2', "openapi: '3.2.0'", / must be OpenAPI 3.0 or 3.1; it is OpenAPI 3.2.0$/],
    ['a document without paths', YAML.replace('paths', 'webhooks'), / must have at least one operation under "paths"$/],
    ['a document without operations', YAML.replace('get:', 'summary:'), / must have at least one operation/],
  ] as const)('rejects %s', async ([, text, message]) => {
    await expect(checkDocumentFile(write({ 'openapi.yaml': text }))).rejects.toThrow(message);
  });

  test('rejects Swagger 2.0 and names tools that convert it', async () => {
    await expect(checkDocumentFile(write({ 'swagger.yaml': "swagger: '2.0'" }))).rejects.toThrow(
      / is a Swagger 2.0 document; convert it to OpenAPI 3 first.*\n {2}npx swagger2openapi .*\n.*Swagger Editor/,
    );
  });

  test.for([
    ['a component that does not exist', '#/components/responses/Book', 'must have a target'],
    ['a file that does not exist', './missing.yaml#/responses/Books', 'must refer to a file'],
    ['a URL without loading the URL', 'http://127.0.0.1:9/openapi.yaml', 'URLs are not fetched, so download the file'],
  ] as const)('rejects a reference to %s, and names the file, the line, the place and the remedy', async (row) => {
    const [, reference, reason] = row;
    const file = write({ 'openapi.yaml': YAML.replace('#/components/responses/Books', reference) });
    const error = await checkDocumentFile(file).catch(({ message }: Error) => message);
    expect(error).toContain(`${file}:5: the $ref at #/paths/~1books/get/responses/200`);
    expect(error).toContain(reason);
  });

  test.for([
    ['an extension', YAML.replace('info:', 'x-topics: [{ $ref: ./missing.md }]\ninfo:')],
    ['an example', YAML.replace('components:', 'components:\n  examples: { Book: { value: { $ref: ./missing } } }')],
  ] as const)('accepts a reference without a target in %s, because it is data', async ([, text]) => {
    const file = write({ 'openapi.yaml': text });
    expect(await checkDocumentFile(file)).toEqual({ file, isSplit: false });
  });

  test('reads a document whose example is in another file as split', async () => {
    const text = YAML.replace(
      '{ description: The books. }',
      "{ content: { text/csv: { example: { $ref: 'a.json' } } } }",
    );
    const file = write({ 'openapi.yaml': text, 'a.json': '{}' });
    expect(await checkDocumentFile(file)).toEqual({ file, isSplit: true });
  });

  test('ignores extensions in paths, and path items and methods without a value', async () => {
    const paths = '  x-group: books\n  /authors:\n  /books: { get: , put: {} }\n';
    const file = write({ 'openapi.yaml': `openapi: 3.1.0\npaths:\n${paths}` });
    expect(await checkDocumentFile(file)).toEqual({ file, isSplit: false });
  });
});
