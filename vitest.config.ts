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

/** With a large recursive schema, Prism can take 30 s for the first request to an operation. */
const PRISM_TIMEOUT_MS = 120_000;

export default defineConfig({
  test: {
    ...limits,
    // Tests start processes that load large packages, such as Prism. The compile cache saves a third of the load time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
    coverage: {
      include: ['src/**/*.ts'],
      exclude: ['src/generated/**'],
      reportsDirectory: 'reports/coverage',
      thresholds: { 100: true },
    },
    // Without `extends`, a project ignores the options above.
    projects: [
      fixtureProject({
        name: 'unit',
        include: ['test/unit/**/*.test.ts'],
        exclude: isolated,
        ...sharedWorkers,
      }),
      fixtureProject({ name: 'unit-isolated', include: isolated }),
      liveProject({ name: 'docs', include: ['test/docs/**/*.test.ts'] }),
      fixtureProject({ name: 'try-it', include: ['site/src/try-it/**/*.test.ts'], ...sharedWorkers }),
      fixtureProject({
        name: 'site-build',
        include: ['site/plugins/*.test.ts', 'site/src/*.test.ts', 'site/test/*.test.ts'],
        ...sharedWorkers,
      }),
      fixtureProject({ name: 'simulation', include: ['test/simulation/**/*.test.ts'] }),
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
      fixtureProject({
        name: 'tools',
        ...sharedWorkers,
        include: ['tools/*/test/*.test.ts'],
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      fixtureProject({
        name: 'sandbox',
        ...sharedWorkers,
        include: ['packages/sandbox/test/**/*.test.ts'],
        // Node imports the bundles that tests build, because a transformation by Vite takes longer and has no use.
        server: { deps: { external: [/\/synthetic-sandbox-/] } },
      }),
      fixtureProject({
        name: 'cli',
        ...sharedWorkers,
        include: ['packages/cli/test/**/*.test.ts'],
      }),
      fixtureProject({ name: 'faults', include: ['test/faults/**/*.test.ts'], ...sharedWorkers }),
      // A test starts 50 processes at the same time, so only `npm run test:full` runs these tests.
      fixtureProject({
        name: 'processes',
        include: ['test/processes/**/*.test.ts'],
        globalSetup: withBuiltProject,
        testTimeout: 120_000,
      }),
      // These tests run the project's commands, some of them on copies of the project.
      fixtureProject({
        name: 'scripts',
        ...sharedWorkers,
        include: ['test/scripts/**/*.test.ts'],
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      // `npm run test:full` runs these tests. `npm test` leaves them out, or runs them with smaller sizes.
      fixtureProject({
        name: 'full',
        include: ['test/end-to-end/**/*.test.ts', 'tools/*/test/full/*.test.ts'],
        globalSetup: withBuiltProject,
        testTimeout: 240_000,
        hookTimeout: 120_000,
      }),
      // `npm run test:edits` runs these tests.
      liveProject({ name: 'edits', include: ['test/edits/*.test.ts'], testTimeout: 1_200_000, hookTimeout: 240_000 }),
      // `npm run test:consumers` installs the tools of these tests in compat/consumers, and then runs the tests.
      liveProject({
        name: 'consumers',
        include: ['compat/consumers/*.test.ts'],
        testTimeout: 240_000,
        hookTimeout: 120_000,
      }),
      // `npm run test:runtimes` installs the runtimes in compat/runtimes, and then runs these tests.
      liveProject({
        name: 'runtimes',
        include: ['compat/runtimes/*.test.ts'],
        testTimeout: 180_000,
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
