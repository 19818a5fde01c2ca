import { defineConfig } from 'vitest/config';
import { builtFixture, fixture, limits, sharedWorkers } from '../../test/support/vitest-options.ts';

export default defineConfig({
  ...fixture,
  test: {
    name: 'cli',
    include: ['test/**/*.test.ts'],
    exclude: ['test/full/**'],
    ...limits,
    ...builtFixture,
    ...sharedWorkers,
  },
});
