import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'sandbox',
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    // Vitest requires the same value as in the root configuration if both projects run together.
    maxWorkers: '100%',
    // Test files share a worker, which is faster. The next options undo the replacements that a test makes.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
});
