import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { FIXTURE_ROOT, FIXTURE_SANDBOX } from './fixture.ts';

const root = join(import.meta.dirname, '../..');

/** Resolves the modules `#generated/` to those in a folder. */
const generatedIn = (folder: string) => [
  { find: '#generated/operations.js', replacement: join(folder, 'packages/cli/src/generated/operations.ts') },
  { find: /^#generated\/(.+)\.js$/, replacement: join(folder, 'src/generated/$1.ts') },
];

/** Options of test projects about the document of the project. */
export const live = { resolve: { alias: generatedIn(root) } };

/** Options of all other test projects: client, sandbox and command line of the fixture. */
export const fixture = {
  resolve: {
    alias: [
      ...generatedIn(FIXTURE_ROOT),
      {
        find: /^tenant-management-client\/catalogue$/,
        replacement: join(FIXTURE_ROOT, 'src/generated/catalogue.ts'),
      },
      { find: /^tenant-management-client$/, replacement: join(root, 'src/index.ts') },
      { find: /^tenant-management-client\/(.+)$/, replacement: join(root, 'src/$1/index.ts') },
      { find: /^tenant-management-sandbox$/, replacement: join(FIXTURE_SANDBOX, 'index.js') },
    ],
  },
};

/** Options of test projects that use the sandbox of the fixture. */
export const builtFixture = { globalSetup: [join(root, 'test/support/fixture-sandbox.ts')] };

/** Options of all test projects. If projects of several configurations run together, `maxWorkers` must be the same. */
export const limits = {
  // More workers than cores, because many tests wait for other processes and for servers on loopback.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Long enough for a machine with thirty times its normal load. The tests of deadlines use fake time.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Values in titles are sentences, which Vitest cuts off after 40 characters by default.
  taskTitleValueFormatTruncate: 120,
};

/** Test files share a worker, which is faster. The other options undo the replacements that a test makes. */
export const sharedWorkers = { isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true };
