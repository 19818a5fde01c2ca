import { defineConfig } from 'vitest/config';
import config from '../vitest.config.ts';

/** Test projects that `npm run mutate` runs for each mutant. */
const PROJECTS = ['unit', 'unit-isolated'];

export default defineConfig({
  test: {
    ...config.test,
    // Shorter than the time limit of a mutant: if its calls never settle, a test fails and the worker can be used again.
    testTimeout: 10_000,
    projects: (config.test?.projects ?? []).filter(
      (project) => typeof project === 'object' && 'test' in project && PROJECTS.includes(String(project.test?.name)),
    ),
  },
});
