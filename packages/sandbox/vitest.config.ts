import { defineConfig } from 'vitest/config';
import { builtFixture, fixture, limits, sharedWorkers } from '../../test/support/vitest-options.ts';

export default defineConfig({
  ...fixture,
  test: {
    name: 'sandbox',
    include: ['test/**/*.test.ts'],
    ...limits,
    ...builtFixture,
    ...sharedWorkers,
    // Node imports the bundles that tests build, because a transformation by Vite takes longer and has no use.
    server: { deps: { external: [/\/synthetic-sandbox-/] } },
  },
});
