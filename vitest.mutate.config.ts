import { defineConfig } from 'vitest/config';

// For each mutant, `npm run mutate` runs only the unit tests, which are fast because they start no process.
export default defineConfig({ test: { include: ['test/unit/**/*.test.ts'] } });
