import { expect, test } from 'vitest';
import { derivePaths } from './small-document.ts';

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
  const derived = derivePaths({ [path]: { [method]: { parameters, responses: { 204: { description: 'Done.' } } } } });
  await expect(derived).rejects.toThrow(`${method.toUpperCase()} ${path}: the sandbox can serve neither HEAD nor`);
});
