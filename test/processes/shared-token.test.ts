// Tests with processes that share one access token through one store. They use the built client, as a service does.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { skipsMissing } from '../support/skips-missing.ts';
import { allDone, projectRoot, runTogether, temporaryFolder } from './process-fleet.ts';
import { hasRedis, startRedis } from './redis.ts';
import { startTenant } from './simulated-tenant-server.ts';

/** Number of processes that start together. */
const FLEET = 50;
const REDIS_FLEET = 10;
/** A rate limit below the number of processes: if each process requests a token, some processes have to retry. */
const TOKENS_PER_SECOND = 30;
const sqliteStore = join(import.meta.dirname, 'sqlite-store.ts');

describe('sharedTokenCache with Keyv on SQLite', () => {
  test(`makes at most two token requests for ${FLEET} processes that start together without a token, if the store has the method add`, async () => {
    const { baseUrl, tokenRequests } = await startTenant(TOKENS_PER_SECOND);
    const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: true };
    expect(await runTogether(FLEET, baseUrl, sqliteStore, options)).toEqual(allDone(FLEET));
    expect(tokenRequests.length).toBeLessThanOrEqual(2);
    // A process that starts later uses the stored token.
    const before = tokenRequests.length;
    expect(await runTogether(1, baseUrl, sqliteStore, options)).toEqual(['done']);
    expect(tokenRequests).toHaveLength(before);
  });

  test(`gets an access token for each of ${FLEET} processes that start together without a token, if the store has no method add`, async () => {
    const { baseUrl, tokenRequests } = await startTenant(TOKENS_PER_SECOND);
    const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: false };
    expect(await runTogether(FLEET, baseUrl, sqliteStore, options)).toEqual(allDone(FLEET));
    expect(tokenRequests).toContain(200);
  });
});

test('a process uses the access token of an earlier process if the store (Keyv) has no method add', async () => {
  const { baseUrl, tokenRequests } = await startTenant();
  const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: false };
  expect(await runTogether(1, baseUrl, sqliteStore, options)).toEqual(['done']);
  expect(await runTogether(1, baseUrl, sqliteStore, options)).toEqual(['done']);
  expect(tokenRequests).toEqual([200]);
});

/** Writes the Redis example of docs/tokens.md, with another URL, to a module that opens a store. */
async function exampleStore(url: string): Promise<string> {
  const page = await readFile(join(projectRoot, 'docs/tokens.md'), 'utf8');
  const [, recipe = ''] = /```ts\n((?:(?!```)[\s\S])*?NX: true[\s\S]*?)```/.exec(page) ?? [];
  const code = recipe.replace('redis://127.0.0.1:6379', url);
  const module = join(await temporaryFolder(), 'redis-store.ts');
  await writeFile(module, `${code}\nexport const openStore = async () => store;\n`);
  return module;
}

describe.skipIf(skipsMissing(hasRedis()))(
  'sharedTokenCache with the Redis store of docs/tokens.md (needs redis-server)',
  () => {
    test(`makes at most two token requests for ${REDIS_FLEET} processes that start together without a token`, async () => {
      const { baseUrl, tokenRequests } = await startTenant();
      const store = await exampleStore(await startRedis());
      expect(await runTogether(REDIS_FLEET, baseUrl, store, {})).toEqual(allDone(REDIS_FLEET));
      expect(tokenRequests.length).toBeLessThanOrEqual(2);
      expect(await runTogether(1, baseUrl, store, {})).toEqual(['done']);
      expect(tokenRequests.length).toBeLessThanOrEqual(2);
    });
  },
);
