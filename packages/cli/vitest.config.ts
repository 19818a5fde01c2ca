import { defineConfig } from 'vitest/config';
import { limits, sharedWorkers } from '../../test/support/vitest-options.ts';

export default defineConfig({
  test: { name: 'cli', include: ['test/**/*.test.ts'], exclude: ['test/full/**'], ...limits, ...sharedWorkers },
});
