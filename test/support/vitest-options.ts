import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { FIXTURE_ROOT, FIXTURE_SANDBOX } from './fixture.ts';

const root = join(import.meta.dirname, '../..');

/** Resolves the modules `#generated/` to those in a folder. */
const generatedIn = (folder: string) => [
  { find: /^#generated\/operations\.[jt]s$/, replacement: join(folder, 'packages/cli/src/generated/operations.ts') },
  { find: /^#generated\/(.+)\.[jt]s$/, replacement: join(folder, 'src/generated/$1.ts') },
];

const aliases = [
  ...generatedIn(FIXTURE_ROOT),
  { find: /^tenant-management-client\/catalogue$/, replacement: join(FIXTURE_ROOT, 'src/generated/catalogue.ts') },
  { find: /^tenant-management-client$/, replacement: join(root, 'src/index.ts') },
  { find: /^tenant-management-client\/internal$/, replacement: join(root, 'src/internal.ts') },
  { find: /^tenant-management-client\/(.+)$/, replacement: join(root, 'src/$1/index.ts') },
  { find: /^tenant-management-sandbox$/, replacement: join(FIXTURE_SANDBOX, 'index.js') },
];
const globalSetup = [join(root, 'test/support/fixture-sandbox.ts')];

/** Global setup of the test projects that use the built packages of the fixture. */
export const withBuiltProject = [...globalSetup, join(root, 'test/support/built-project.ts')];

/** Creates a test project that uses the client, the sandbox and the command line of the fixture. */
export const fixtureProject = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  resolve: { alias: aliases },
  test: { globalSetup, ...test },
});

/** Creates a test project about the document of the project. */
export const liveProject = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  resolve: { alias: generatedIn(root) },
  test: { ...test },
});

/** Options of all test projects. */
export const limits = {
  // More workers than cores, because many tests wait for other processes and for servers on loopback.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Long enough for a machine with sixteen times its normal load. The tests of deadlines use fake time.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Values in titles are sentences, which Vitest cuts off after 40 characters by default.
  taskTitleValueFormatTruncate: 120,
};

/** Test files share a worker, which is faster. The other options undo the replacements that a test makes. */
export const sharedWorkers = { isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true };
