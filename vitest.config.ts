import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { fixtureProject, limits, liveProject, sharedWorkers, withBuiltProject } from './test/support/vitest-options.ts';

/** Unit tests that replace modules, or with jobs that never end: the next file in the same worker would be affected. */
const isolated = globSync('test/unit/**/*.test.ts', { cwd: import.meta.dirname }).filter(
  (file) =>
    /bulk(-properties)?\.test\.ts$/.test(file) ||
    /\bvi\.(mock|doMock|resetModules)\b/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

/** End-to-end tests that take minutes. */
const nightly = ['test/end-to-end/{damaged-documents,large-document}.test.ts'];

/** With a large recursive schema, Prism can take 30 s for the first request to an operation. */
const PRISM_TIMEOUT_MS = 120_000;

export default defineConfig({
  test: {
    ...limits,
    // Tests start processes that load large packages, such as Prism. The compile cache saves a third of the load time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
    coverage: {
      include: ['{common,src}/**/*.ts'],
      exclude: ['src/generated/**'],
      reportsDirectory: 'reports/coverage',
      thresholds: { 100: true },
    },
    // Without `extends`, a project ignores the options above.
    projects: [
      fixtureProject({
        name: 'unit',
        include: ['test/unit/**/*.test.ts', 'test/faults/**/*.test.ts'],
        exclude: isolated,
        ...sharedWorkers,
      }),
      fixtureProject({ name: 'unit-isolated', include: isolated }),
      liveProject({ name: 'docs', include: ['test/docs/**/*.test.ts'] }),
      fixtureProject({
        name: 'site-build',
        include: ['site/{plugins,src,test}/*.test.ts', 'site/src/try-it/**/*.test.ts'],
        ...sharedWorkers,
      }),
      liveProject({
        name: 'contract',
        include: ['test/contract/{facts,facts.sandbox,prism}.test.ts'],
        testTimeout: PRISM_TIMEOUT_MS,
      }),
      liveProject({
        name: 'contract-sandbox',
        include: ['test/contract/sandbox.test.ts'],
        testTimeout: PRISM_TIMEOUT_MS,
      }),
      // Some of these tests run the project's commands, on copies of the project.
      fixtureProject({
        name: 'tools',
        ...sharedWorkers,
        include: ['tools/*/test/*.test.ts', 'test/scripts/**/*.test.ts'],
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      fixtureProject({
        name: 'packages',
        ...sharedWorkers,
        include: ['packages/*/test/**/*.test.ts'],
        // Node imports the bundles that tests build, because a transformation by Vite takes longer and has no use.
        server: { deps: { external: [/\/synthetic-sandbox-/] } },
      }),
      // `npm run test:full` runs these tests.
      fixtureProject({
        name: 'full',
        include: ['test/end-to-end/**/*.test.ts'],
        exclude: nightly,
        globalSetup: withBuiltProject,
        testTimeout: 240_000,
        hookTimeout: 120_000,
      }),
      // `.ci/night` runs these tests.
      fixtureProject({
        name: 'night',
        include: [...nightly, 'tools/*/test/full/*.test.ts', 'test/{processes,simulation}/**/*.test.ts'],
        globalSetup: withBuiltProject,
        testTimeout: 240_000,
        hookTimeout: 120_000,
      }),
      // `npm run test:edits` runs these tests.
      liveProject({ name: 'edits', include: ['test/edits/*.test.ts'], testTimeout: 1_200_000, hookTimeout: 240_000 }),
      // `npm run test:consumers` and `npm run test:runtimes` install the tools of these tests in compat.
      liveProject({
        name: 'compat',
        include: ['compat/*/*.test.ts'],
        testTimeout: 240_000,
        hookTimeout: 120_000,
      }),
      // `npm run test:site` builds the docs site, and then runs these tests in Chromium.
      liveProject({
        name: 'site',
        ...sharedWorkers,
        include: ['test/site/*.test.ts'],
        globalSetup: ['test/site/support/setup.ts'],
        testTimeout: 240_000,
        hookTimeout: 240_000,
      }),
    ],
  },
});
