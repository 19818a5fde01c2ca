import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    coverage: { include: ['src/**/*.ts'], exclude: ['src/generated/**'] },
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          // The mock is started once for the whole run, on a free port, and ends with it.
          globalSetup: ['test/contract/mock.ts'],
        },
      },
      {
        // These run the project's own commands on copies of it.
        test: { name: 'pipeline', include: ['test/pipeline/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
      },
    ],
  },
});
