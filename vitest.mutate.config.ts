import { defineConfig } from 'vitest/config';

// What `npm run mutate` runs for each mutant: the tests without processes and sockets.
export default defineConfig({ test: { include: ['test/unit/**/*.test.ts'] } });
