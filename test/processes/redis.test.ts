import { expect, test } from 'vitest';
import { startRedis } from './redis.ts';

test('startRedis() rejects if redis-server is not installed', async () => {
  await expect(startRedis('no-redis-server')).rejects.toThrow(/^no-redis-server must be installed; /);
});
