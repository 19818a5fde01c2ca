import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'sandbox',
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    // The same as in the configuration of the repository, as Vitest requires for a common run.
    maxWorkers: '100%',
    // One worker runs several files, which is faster, but each test must undo its replacements.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
});
