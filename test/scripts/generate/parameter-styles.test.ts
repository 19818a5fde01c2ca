import type { OpenApiDocument, Parameter } from 'tenant-management-document';
import { expect, test } from 'vitest';
import { countStyled, parameterStylesModule } from '../../../scripts/generate/parameter-styles.ts';
import { operationHash } from '../../../src/operation-hash.ts';

const ids: Parameter & { explode: boolean } = { name: 'ids', in: 'query', explode: false, schema: { type: 'array' } };
const id: Parameter = { name: 'id', in: 'path', schema: { type: 'string' } };

const documentOf = (...parameters: Parameter[]): OpenApiDocument => ({
  info: { title: 'Books', version: '1' },
  paths: { '/books/{id}': { get: { parameters } } },
});

test('parameterStylesModule() lists the parameters that need a style by the hash of the operation, and header fields in lower case', () => {
  const document = documentOf(id, ids, { ...ids, in: 'header', name: "X-'Ids'" });
  const source = parameterStylesModule(document);
  expect(source).toContain("import { parameterWriter, type WriteParameters } from '../options/parameter-styles.js';");
  expect(source).toContain(`parameterWriter(1000000000, {
  // GET /books/{id}
  ${operationHash('GET', '/books/{id}', 1e9)}: { "query.ids": 'form', "header.x-'ids'": 'simple' },
})`);
  expect(countStyled(document)).toBe(2);
});

test('parameterStylesModule() does not import the writer if no parameter needs a style', () => {
  const source = parameterStylesModule(documentOf(id));
  expect(source).toContain("import type { WriteParameters } from '../options/parameter-styles.js';");
  expect(source).toContain('export const writeParameters: WriteParameters | undefined = undefined;');
});
