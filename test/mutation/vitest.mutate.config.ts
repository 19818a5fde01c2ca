import { defineConfig } from 'vitest/config';
import { limits, sharedWorkers } from '../support/vitest-options.ts';

// For each mutant, `npm run mutate` runs the unit tests and the fault tests, as in `npm test`, except that each file is
// isolated: Stryker allows only one configuration for all files.
export default defineConfig({
  test: { include: ['test/{unit,faults}/**/*.test.ts'], ...limits, ...sharedWorkers, isolate: true },
});
