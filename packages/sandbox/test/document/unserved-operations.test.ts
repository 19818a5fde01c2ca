import { type OpenApiDocument, parseBehavior } from 'tools-document';
import { expect, test } from 'vitest';
import { deriveDocument } from '../../derive/derive-document.ts';

test.each([
  ['head', '/books/{id}'],
  ['get', '/covers/{id}.{format}'],
])('the build of the sandbox rejects %s %s, which its routes cannot serve', async (method, path) => {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' },
  }));
  const document: OpenApiDocument = {
    info: { title: 'Books', version: '1' },
    paths: { [path]: { [method]: { parameters, responses: { 204: { description: 'Done.' } } } } },
  };
  const derived = deriveDocument(document, await parseBehavior('behavior.yaml', '', document));
  await expect(derived).rejects.toThrow(`${method.toUpperCase()} ${path}: the sandbox can serve neither HEAD nor`);
});
