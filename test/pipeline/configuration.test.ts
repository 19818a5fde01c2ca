// The configuration of Vitest.
import { expect, test } from 'vitest';
import { createVitest } from 'vitest/node';
import { projectRoot } from '../support/project-copy.ts';

test('every test project has a timeout of at least 30 s, so that a busy machine fails no test', async () => {
  const vitest = await createVitest('test', { root: projectRoot, watch: false });
  const timeouts = vitest.projects.map(({ name, config }) => [name, config.testTimeout]);
  await vitest.close();
  expect(timeouts.length).toBeGreaterThan(1);
  expect(timeouts.filter(([, timeout]) => Number(timeout) < 30_000)).toEqual([]);
});
