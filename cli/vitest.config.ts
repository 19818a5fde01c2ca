import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'cli',
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    // If the projects of both configurations run together, Vitest requires the same `maxWorkers` in both.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Test files share a worker, which is faster. The next options undo the replacements that a test makes.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
});
