import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most files wait for processes and sockets: leaving one core free, as is the default, would double the time.
    maxWorkers: '100%',
    // Enough on a machine at eight times its load. Deadlines are tested on fake time.
    testTimeout: 30_000,
    coverage: {
      include: ['src/**/*.ts'],
      exclude: ['src/generated/**'],
      reportsDirectory: 'reports/coverage',
      thresholds: { 100: true },
    },
    // `extends` is what makes a project take over the options above.
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { extends: true, test: { name: 'simulation', include: ['test/simulation/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          provide: { target: 'prism' },
          // Starts the mock once for the whole run, on a free port, and stops it at the end.
          globalSetup: ['test/contract/mock.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract-sandbox',
          include: ['test/contract/operations.test.ts'],
          provide: { target: 'sandbox', mockUrl: '' },
        },
      },
      'sandbox/vitest.config.ts',
      { extends: true, test: { name: 'faults', include: ['test/faults/**/*.test.ts'] } },
      {
        extends: true,
        // Fifty processes at a time: on two busy cores they take most of a minute.
        test: { name: 'processes', include: ['test/processes/**/*.test.ts'], testTimeout: 120_000 },
      },
      {
        extends: true,
        // These run the project's own commands on copies of it.
        test: { name: 'pipeline', include: ['test/pipeline/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
      },
      {
        extends: true,
        // Long simulations: `npm run test:full` runs them, `npm test` does not.
        test: { name: 'full', include: ['test/full/**/*.test.ts'] },
      },
    ],
  },
});
