import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most files wait for processes and sockets: leaving one core free, as is the default, would double the time.
    maxWorkers: '100%',
    coverage: {
      include: ['src/**/*.ts'],
      exclude: ['src/generated/**'],
      reportsDirectory: 'reports/coverage',
      thresholds: { 100: true },
    },
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { test: { name: 'full', include: ['test/full/**/*.test.ts'] } },
      { test: { name: 'simulation', include: ['test/simulation/**/*.test.ts'] } },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          provide: { target: 'prism' },
          // The mock is started once for the whole run, on a free port, and ends with it.
          globalSetup: ['test/contract/mock.ts'],
        },
      },
      {
        test: {
          name: 'contract-sandbox',
          include: ['test/contract/operations.test.ts'],
          provide: { target: 'sandbox', mockUrl: '' },
        },
      },
      { test: { name: 'sandbox', include: ['test/sandbox/**/*.test.ts'] } },
      { test: { name: 'faults', include: ['test/faults/**/*.test.ts'] } },
      {
        // Fifty processes at a time on two cores.
        test: { name: 'processes', include: ['test/processes/**/*.test.ts'], testTimeout: 60_000 },
      },
      {
        // These run the project's own commands on copies of it.
        test: { name: 'pipeline', include: ['test/pipeline/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
});
