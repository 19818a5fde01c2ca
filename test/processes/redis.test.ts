import { expect, test } from 'vitest';
import { skipsRedis, startRedis } from './redis.ts';

test.each([
  ['run if redis-server is installed', true, {}, false],
  ['run on a CI service if redis-server is installed', true, { CI: 'true' }, false],
  ['are skipped if redis-server is missing', false, {}, true],
  ['run on a CI service even if redis-server is missing', false, { CI: 'true' }, false],
])('the tests with Redis %s', (_when, isInstalled, environment, isSkipped) => {
  expect(skipsRedis(isInstalled, environment)).toBe(isSkipped);
});

test('startRedis() rejects if redis-server is not installed', async () => {
  await expect(startRedis('no-redis-server')).rejects.toThrow(/^no-redis-server must be installed; /);
});
