// Type-checks a program that uses both packed packages, with each supported version of TypeScript.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from 'tools-document/read';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkProgram } from '../../scripts/process/check-program.ts';
import {
  type Consumer,
  createConsumer,
  createPnpmConsumer,
  documentedBlock,
  toolModules,
  tools,
} from './consumer-folder.ts';

const PACKAGE = /^typescript-/;
const versions = tools.filter((name) => PACKAGE.test(name)).map((name) => name.replace(PACKAGE, ''));

const configOf = (heading: string): { compilerOptions: object } =>
  JSON.parse(documentedBlock('docs/platforms.md', heading, 'json'));
const forNode = configOf('TypeScript for Node').compilerOptions;
const forBundlers = configOf('TypeScript for bundlers').compilerOptions;

const MODULES = [
  { module: 'nodenext' },
  { module: 'node16' },
  { module: 'preserve' },
  { module: 'esnext', moduleResolution: 'bundler' },
];
const LIBRARIES = [
  { library: 'the types of Node', documented: forNode },
  { library: 'the DOM library', documented: forBundlers },
];
const configurations = LIBRARIES.flatMap(({ library, documented }) =>
  MODULES.flatMap((options) =>
    ['with', 'without'].map((use) => ({
      title: `module ${options.module}, with ${library} and ${use} skipLibCheck`,
      compilerOptions: { ...documented, ...options, skipLibCheck: use === 'with', noEmit: true },
    })),
  ),
);

let consumer: Consumer;
let pnpmConsumer: Consumer;
beforeAll(async () => {
  consumer = await createConsumer({
    'program.ts': join(import.meta.dirname, 'programs/consumer.ts'),
    'typed-paths.ts': join(projectRoot, 'test/types/typed-paths.test-d.ts'),
    'same.ts': join(projectRoot, 'test/types/same.ts'),
  });
  await writeFile(join(consumer.folder, 'package.json'), '{ "type": "module" }');
  for (const [file, text] of Object.entries({ ...COMMON_JS, ...typedPaths }))
    await writeFile(join(consumer.folder, file), text);
  pnpmConsumer = await createPnpmConsumer({
    'declarations.mts': join(import.meta.dirname, 'programs/declarations.mts'),
  });
});
afterAll(() => Promise.all([consumer.remove(), pnpmConsumer.remove()]));

/** Type-checks a file of the consumer, and returns the errors as text. */
async function problemsOf(version: string, compilerOptions: object, file: string): Promise<string> {
  const config = join(consumer.folder, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, files: [file] }));
  const compiler = join(toolModules, `typescript-${version}`);
  if (version === '7.0') {
    // TypeScript 7 has no compiler API.
    return consumer.run(`node "${join(compiler, 'bin/tsc')}" -p .`);
  }
  const { default: ts } = await import(pathToFileURL(join(compiler, 'lib/typescript.js')).href);
  return checkProgram(ts, config);
}

const typedPaths = {
  'api.mts': documentedBlock('docs/calls.md', 'A fetch for other clients', 'mts'),
  'queries.mts': documentedBlock('docs/calls.md', 'React Query', 'mts'),
  'handler.mts': documentedBlock('docs/calls.md', 'MSW', 'mts'),
  'all-typed-paths.ts': `import './typed-paths.ts';
import { http } from './handler.mts';
import { createManagementQueries } from './queries.mts';
import { ManagementError } from 'tenant-management-client';
const { useQuery, useMutation } = createManagementQueries('https://acme.example.com/api/v2', 't0ken');
const { data, error } = useQuery('get', '/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
export const name: string | undefined = data?.name;
export const code: string | undefined = error instanceof ManagementError ? error.code : undefined;
// @ts-expect-error The field of the profile is misspelt.
data?.nmae;
useMutation('delete', '/guardian/enrollments/{id}').mutate({ params: { path: { id: 'dev_1' } } });
// @ts-expect-error The path has no GET.
useQuery('get', '/guardian/enrollments/{id}', { params: { path: { id: 'dev_1' } } });
// @ts-expect-error The parameter is missing.
useQuery('get', '/token-exchange-profiles/{id}', {});
// @ts-expect-error The document has no such path.
http.get('/token-exchange-profile/{id}', ({ response }) => response(200).json({}));
// @ts-expect-error The document has no such path parameter.
http.get('/token-exchange-profiles/{id}', ({ params, response }) => response(200).json({ id: params.profileId }));
// @ts-expect-error The field is misspelt.
http.get('/token-exchange-profiles/{id}', ({ response }) => response(200).json({ nmae: 'Partner tokens' }));
// @ts-expect-error The document shows no 503 for this operation.
http.get('/token-exchange-profiles/{id}', ({ response }) => response(503).empty());`,
};

/** CommonJS modules. Both packages are ES modules. */
const COMMON_JS = {
  'dynamic-import.cts': `export const load = async () => {
  const { createManagementClient } = await import('tenant-management-client');
  const { startSandbox } = await import('tenant-management-sandbox');
  return [createManagementClient, startSandbox];
};`,
  'import.cts': `import { createManagementClient } from 'tenant-management-client';
import { startSandbox } from 'tenant-management-sandbox';
export const imported = [createManagementClient, startSandbox];`,
};

describe.each(versions)('TypeScript %s', (version) => {
  test.each(configurations)(
    'finds no error in a program that uses both packages, with $title',
    async ({ compilerOptions }) => {
      expect(await problemsOf(version, compilerOptions, 'program.ts')).toBe('');
    },
  );

  test('finds no error in functions over paths, in queries of openapi-react-query and in a handler of MSW', async () => {
    const options = { ...forBundlers, skipLibCheck: true, allowImportingTsExtensions: true, noEmit: true };
    expect(await problemsOf(version, options, 'all-typed-paths.ts')).toBe('');
  });

  // TypeScript 7 has no node10.
  test('finds no error in a program that uses both packages, with module commonjs and node10', async () => {
    const node10 = { moduleResolution: 'node10', ignoreDeprecations: version === '6.0' ? '6.0' : '5.0' };
    const options = { ...forNode, ...(version === '7.0' ? {} : node10), module: 'commonjs', noEmit: true };
    expect(await problemsOf(version, options, 'program.ts')).toBe('');
  });

  test('finds no error in a CommonJS module that loads both packages with await import()', async () => {
    expect(await problemsOf(version, { ...forNode, noEmit: true }, 'dynamic-import.cts')).toBe('');
  });
});

test.each(versions.filter((version) => Number(version) >= 5.9))(
  'TypeScript %s finds no error in a program that uses both packages, with module node20',
  async (version) => {
    expect(await problemsOf(version, { ...forNode, module: 'node20', noEmit: true }, 'program.ts')).toBe('');
  },
);

test.each(versions)(
  'TypeScript %s can name the types of all results in declarations if pnpm has installed both packages',
  async (version) => {
    const compilerOptions = { ...forNode, declaration: true, emitDeclarationOnly: true };
    const config = { compilerOptions, files: ['declarations.mts'] };
    await writeFile(join(pnpmConsumer.folder, 'tsconfig.json'), JSON.stringify(config));
    expect(await pnpmConsumer.run(`node "${join(toolModules, `typescript-${version}`, 'bin/tsc')}" -p .`)).toBe('');
  },
);

// Older versions do not know that require() can load ES modules.
test.each(versions.filter((version) => Number(version) >= 5.8))(
  'TypeScript %s finds no error in a CommonJS module that imports both packages',
  async (version) => {
    expect(await problemsOf(version, { ...forNode, noEmit: true }, 'import.cts')).toBe('');
  },
);
