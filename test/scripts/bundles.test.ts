import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type PluginBuild } from 'esbuild';
import type { OpenApiDocument } from 'tools-document/model';
import { expect, test } from 'vitest';
import { RUN_TIME_LICENSES } from '../../scripts/bundle/licenses.ts';
import { contentExceptionsModule } from '../../scripts/generate/content-exceptions.ts';
import { responseChecksModule } from '../../scripts/generate/response-checks-module.ts';
import { PROGRAMS } from '../../scripts/size.ts';
import { projectRoot } from '../support/project-copy.ts';

const PROGRAM = `import { createManagementClient } from './src/index.ts';
globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token' });`;

/** The kinds of successful content that are unusual for GET. The exceptions use the kinds in turn. */
const CONTENTS = [{}, { 'text/event-stream': {} }, { 'application/json': {}, 'text/csv': {} }];

/** Creates a document whose first operations are exceptions: their content differs from what their method suggests. */
function documentOf(operations: number, exceptions: number): OpenApiDocument {
  const paths = Array.from({ length: operations }, (_, index) => {
    const content =
      index < exceptions ? CONTENTS[index % CONTENTS.length] : { 'application/json': { schema: { type: 'object' } } };
    // The generator reads only these members of the operations.
    return [`/a-resource-with-a-long-name-${index}/{id}/its-contents`, { get: { responses: { 200: { content } } } }];
  });
  return { info: { title: 'Things', version: '1' }, paths: Object.fromEntries(paths) } as OpenApiDocument;
}

/** Bundles a program with modules that a plugin provides; returns the number of bytes. */
async function bytesOf(contents: string, setup: (build: PluginBuild) => void): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: projectRoot },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    plugins: [{ name: 'generated', setup }],
  });
  return Buffer.concat(outputFiles.map((file) => file.contents)).byteLength;
}

/** Bundles a program that creates a client, with the content exceptions of a document; returns the number of bytes. */
function bundledBytes(document: OpenApiDocument): Promise<number> {
  const contents = contentExceptionsModule(document);
  const filter = /[\\/]generated[\\/]content-exceptions\.ts$/;
  const resolveDir = join(projectRoot, 'src/generated');
  return bytesOf(PROGRAM, ({ onLoad }) => onLoad({ filter }, () => ({ contents, loader: 'ts', resolveDir })));
}

test('the bundle of the client does not grow with the number of operations', async () => {
  expect(await bundledBytes(documentOf(1000, 0))).toBe(await bundledBytes(documentOf(10, 0)));
  expect(await bundledBytes(documentOf(1000, 10))).toBe(await bundledBytes(documentOf(10, 10)));
  expect(await bundledBytes(documentOf(10, 10))).toBeGreaterThan(await bundledBytes(documentOf(10, 0)));
});

/** A schema whose validator has a pattern, a length, a format and a component. */
const ITEM = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[a-z]', maxLength: 9 },
    at: { type: 'string', format: 'date-time' },
  },
};

/** Bundles the checks of the first operation of a document; returns the number of bytes. */
async function checkBytes(operations: number): Promise<number> {
  const paths = Array.from({ length: operations }, (_, index) => {
    const schema = index === 0 ? { type: 'object' } : { ...ITEM, items: { $ref: '#/components/schemas/Item' } };
    const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
    return [`/items-${index}`, { get: { operationId: `read items ${index}`, responses } }];
  });
  const components = { schemas: { Item: { ...ITEM, maxProperties: 9 } } };
  const document = { info: {}, paths: Object.fromEntries(paths), components } as unknown as OpenApiDocument;
  const contents = await responseChecksModule(document);
  return bytesOf('export { readItems0 } from "checks";', ({ onLoad, onResolve }) => {
    onResolve({ filter: /^checks$/ }, ({ path }) => ({ path, namespace: 'checks' }));
    onLoad({ filter: /./, namespace: 'checks' }, () => ({ contents, loader: 'ts' }));
  });
}

test('a bundle contains only the drift checks of the operations that a program imports', async () => {
  expect(await checkBytes(20)).toBe(await checkBytes(1));
});

test.each([
  ['observeDeprecation', 'deprecation', 'onDeprecation'],
  ['observeDrift', 'drift', 'onDrift'],
])('only the bundles of programs that import %s contain its code', async (name, entry, text) => {
  const withHook = `import { ${name} } from 'tenant-management-client/${entry}'; globalThis.observe = ${name};`;
  const contain = [...PROGRAMS.map(({ source }) => source), withHook].map(async (contents) => {
    const stdin = { contents, resolveDir: projectRoot };
    // Without the paths of tsconfig.json, which point to the sources, esbuild bundles the built package.
    const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', tsconfigRaw: '{}', write: false });
    return outputFiles.some((file) => file.text.includes(text));
  });
  expect(await Promise.all(contain)).toEqual([...PROGRAMS.map(() => false), true]);
});

/** An entry of `packages` in package-lock.json. `link` is set for a link to a package of this project. */
type LockedPackage = { readonly license?: string; readonly dev?: boolean; readonly link?: boolean };

test('each run-time dependency in package-lock.json has an allowed license', () => {
  const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'),
  );
  const used = Object.entries(packages).filter(([, { dev, link }]) => !dev && !link);
  expect(used.map(([folder]) => folder)).toContain('node_modules/openapi-fetch');
  expect(used.filter(([, { license = 'unknown' }]) => !RUN_TIME_LICENSES.includes(license))).toEqual([]);
});

test('the error classes of the built package have the names that they export', async () => {
  // The alias of this test project for the name of the package points to the sources.
  const [client, bulk] = await Promise.all(
    ['index', 'bulk'].map((name) => import(join(projectRoot, `dist/${name}.js`))),
  );
  const classes = Object.entries({ ...client, ...bulk }).filter(([name]) => name.endsWith('Error'));
  expect(classes.map(([name]) => name).toSorted()).toEqual([
    'ApiError',
    'BulkError',
    'ManagementError',
    'NetworkError',
    'TimeoutError',
    'TokenError',
  ]);
  expect(classes.map(([, value]) => Object(value).name)).toEqual(classes.map(([name]) => name));
});
