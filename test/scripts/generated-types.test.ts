// Compiles the types that are generated from other documents.
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocument } from 'tools-document/read';
import { expect, test } from 'vitest';
import { compileTypes } from '../../scripts/generate/compile-types.ts';
import { sandboxTypes } from '../../scripts/generate/sandbox-types.ts';
import { typesModule } from '../../scripts/generate/types-module.ts';
import { projectRoot } from '../support/project-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { compileFiles } from '../support/typescript/compile-files.ts';

/** Reads a document with these paths and components. */
function documentOf(paths: object, components = {}) {
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Books', version: '1' }, paths, components });
  return readDocument(join(temporaryFolder({ 'openapi.json': text }), 'openapi.json'));
}

const generateTypes = async (...parts: Parameters<typeof documentOf>) => typesModule(await documentOf(...parts));

test('typesModule() omits a header parameter that OpenAPI ignores, such as Authorization', async () => {
  const parameterOf = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } });
  const item = {
    parameters: [parameterOf('Accept')],
    get: {
      operationId: 'a',
      parameters: [parameterOf('Authorization'), parameterOf('X-Trace')],
      responses: { 204: { description: 'Done.' } },
    },
  };
  const types = await generateTypes({ '/a': item });
  expect(types).toContain('"X-Trace": string;');
  expect(types).not.toMatch(/Accept|Authorization/);
});

test('typesModule() replaces a reference in the place of a map, such as content', async () => {
  const content = { 'application/json': { schema: { type: 'array', items: { type: 'number' } } } };
  const types = await generateTypes({
    '/a': { get: { operationId: 'a', responses: { 200: { description: 'Done.', content } } } },
    '/b': {
      get: {
        operationId: 'b',
        responses: { 200: { description: 'Done.', content: { $ref: '#/paths/~1a/get/responses/200/content' } } },
      },
    },
  });
  expect(types.match(/"application\/json": number\[\];/g)).toHaveLength(2);
});

test.each(['requestBodies', 'responses', 'parameters', 'headers', 'pathItems'])(
  'typesModule() gives a component in %s that only refers to another component the type of that component',
  async (group) => {
    const B = { name: 'a', in: 'query', schema: { type: 'number' }, content: { 'text/a': {} }, get: { responses: {} } };
    const [toB, toC] = ['B', 'C'].map((name) => ({ $ref: `#/components/${group}/${name}` }));
    const types = await generateTypes({}, { [group]: { A: toC, B, C: toB } });
    expect(types).toBe(await generateTypes({}, { [group]: { A: B, B, C: B } }));
  },
);

test('compileTypes() throws an error with the declaration if the types do not compile', async () => {
  await expect(compileTypes('export type Book = Missing;\n', 'openapi.json')).rejects.toThrow(
    /^Nothing was generated: the types of openapi\.json do not compile:\n {2}export type Book = Missing;: TS2304: .+'Missing'/,
  );
});

test('the sandbox compiles for a document without resources, and accepts any scopes if the document declares none', async () => {
  const responses = { 204: { description: 'The server works.' } };
  const document = await documentOf({ '/ping': { get: { operationId: 'ping', responses } } });
  const files = new Map<string, string>();
  for (const file of globSync('{common/**/*.ts,packages/sandbox/{src/**/*.ts,package.json}}', { cwd: projectRoot }))
    files.set(file, await readFile(join(projectRoot, file), 'utf8'));
  files.set('src/generated/management.ts', await typesModule(document));
  files.set('packages/sandbox/src/generated/resources.ts', sandboxTypes(document, {}));
  files.set(
    'packages/sandbox/src/scopes.ts',
    "import type { Scope } from './index.js';\nexport const s: Scope = 'any:scope';\n",
  );
  const paths = {
    'tenant-management-client/internal': [join(projectRoot, 'src/internal.ts')],
    '#generated/*': [
      './src/generated/*',
      './packages/sandbox/src/generated/*',
      join(projectRoot, 'test/fixtures/src/generated/*'),
    ],
    'tools-document/*': [join(projectRoot, 'tools/document/src/*/index.ts')],
  };
  expect(await compileFiles(files, { types: ['node'], paths })).toEqual([]);
});
