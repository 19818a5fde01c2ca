import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { builtFixture, fixture, limits, live, sharedWorkers } from './test/support/vitest-options.ts';

/** Unit tests that replace modules: without isolation, the next file in the same worker would get the replacements. */
const replacingModules = globSync('test/unit/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
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
      {
        extends: true,
        ...fixture,
        test: {
          name: 'unit',
          ...builtFixture,
          include: ['test/unit/**/*.test.ts'],
          exclude: replacingModules,
          ...sharedWorkers,
        },
      },
      { extends: true, ...fixture, test: { name: 'unit-isolated', ...builtFixture, include: replacingModules } },
      { extends: true, ...live, test: { name: 'docs', include: ['test/docs/**/*.test.ts'] } },
      {
        extends: true,
        ...fixture,
        test: { name: 'try-it', include: ['site/src/try-it/**/*.test.ts'], ...sharedWorkers },
      },
      {
        extends: true,
        ...fixture,
        test: {
          name: 'site-build',
          ...builtFixture,
          include: ['site/build/*.test.ts', 'site/src/*.test.ts', 'site/test/*.test.ts'],
          ...sharedWorkers,
        },
      },
      {
        extends: true,
        ...fixture,
        test: { name: 'simulation', ...builtFixture, include: ['test/simulation/**/*.test.ts'] },
      },
      {
        extends: true,
        ...live,
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          provide: { target: 'prism' },
          testTimeout: PRISM_TIMEOUT_MS,
          // Starts the mock on a free port once for the whole run.
          globalSetup: ['test/contract/targets/start-mock.ts'],
        },
      },
      {
        extends: true,
        ...live,
        test: {
          name: 'contract-sandbox',
          include: ['test/contract/operations.test.ts'],
          provide: { target: 'sandbox', mockUrl: '' },
          testTimeout: PRISM_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        ...fixture,
        test: {
          name: 'packages',
          ...builtFixture,
          ...sharedWorkers,
          include: ['packages/{document,diff,contract}/test/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      'packages/sandbox/vitest.config.ts',
      'packages/cli/vitest.config.ts',
      {
        extends: true,
        ...fixture,
        test: { name: 'faults', ...builtFixture, include: ['test/faults/**/*.test.ts'], ...sharedWorkers },
      },
      {
        extends: true,
        ...fixture,
        // A test starts 50 processes at the same time, so only `npm run test:full` runs these tests.
        test: { name: 'processes', ...builtFixture, include: ['test/processes/**/*.test.ts'], testTimeout: 120_000 },
      },
      {
        extends: true,
        ...fixture,
        // These tests run the project's commands, some of them on copies of the project.
        test: {
          name: 'scripts',
          ...builtFixture,
          ...sharedWorkers,
          include: ['test/scripts/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        ...fixture,
        // `npm run test:full` runs these tests. `npm test` leaves them out, or runs them with smaller sizes.
        test: {
          name: 'full',
          ...builtFixture,
          include: ['test/end-to-end/**/*.test.ts', 'packages/*/test/full/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        ...live,
        // `npm run test:consumers` installs the tools of these tests in compat/consumers, and then runs the tests.
        test: {
          name: 'consumers',
          include: ['compat/consumers/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        ...live,
        // `npm run test:runtimes` installs the runtimes in compat/runtimes, and then runs these tests.
        test: {
          name: 'runtimes',
          include: ['compat/runtimes/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        ...live,
        // `npm run test:site` builds the docs site, and then runs these tests in Chromium.
        test: {
          name: 'site',
          ...sharedWorkers,
          include: ['test/site/*.test.ts'],
          globalSetup: ['test/site/support/setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
