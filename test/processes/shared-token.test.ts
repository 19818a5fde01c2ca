import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { startSandbox } from 'tenant-management-sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { skipsMissing } from '../support/skips-missing.ts';
import { allDone, projectRoot, runTogether, temporaryFolder } from './process-fleet.ts';
import { hasRedis, startRedis } from './redis.ts';

// Tests with processes that share one access token through one store. They use the built client, as a service does.

/** Number of processes that start together. */
const FLEET = 50;
const REDIS_FLEET = 10;
/** Much shorter than the 45 s for which a process would wait for two locks that are never released. */
const FAULT_TIMEOUT_MS = 30_000;
const sqliteStore = join(import.meta.dirname, 'sqlite-store.ts');

/**
 * Starts a tenant. The rate limit of its token endpoint is below the number of processes: if each process requests a
 * token, some processes have to retry.
 */
async function startTenant() {
  const sandbox = await startSandbox({
    clients: [{ clientId: 'fleet', clientSecret: 'fleet-secret' }],
    profiles: [{ id: 'tep_1' }],
    rateLimit: { limit: FLEET, perSecond: FLEET },
  });
  onTestFinished(() => sandbox.close());
  /** Returns the status of each token response so far. */
  const tokenStatuses = () =>
    sandbox.requests.filter(({ operation }) => operation === 'token').map(({ status }) => status);
  return { baseUrl: sandbox.baseUrl, tokenStatuses };
}

describe('sharedTokenCache with Keyv on SQLite', () => {
  test(`makes at most two token requests for ${FLEET} processes that start together without a token, if the store has the method add`, async () => {
    const { baseUrl, tokenStatuses } = await startTenant();
    const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: true };
    expect(await runTogether(FLEET, baseUrl, sqliteStore, options)).toEqual(allDone(FLEET));
    expect(tokenStatuses().length).toBeLessThanOrEqual(2);
    // A process that starts later uses the stored token.
    const before = tokenStatuses();
    expect(await runTogether(1, baseUrl, sqliteStore, options)).toEqual(['done']);
    expect(tokenStatuses()).toEqual(before);
  });

  test(`gets an access token for each of ${FLEET} processes that start together without a token, if the store has no method add`, async () => {
    const { baseUrl, tokenStatuses } = await startTenant();
    const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: false };
    expect(await runTogether(FLEET, baseUrl, sqliteStore, options)).toEqual(allDone(FLEET));
    expect(tokenStatuses()).toContain(200);
  });
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
      const { baseUrl, tokenStatuses } = await startTenant();
      const store = await exampleStore(await startRedis());
      expect(await runTogether(REDIS_FLEET, baseUrl, store, {})).toEqual(allDone(REDIS_FLEET));
      expect(tokenStatuses().length).toBeLessThanOrEqual(2);
      expect(await runTogether(1, baseUrl, store, {})).toEqual(['done']);
      expect(tokenStatuses().length).toBeLessThanOrEqual(2);
    });

    const limitUser = (...rules: string[]) => ['ACL', 'SETUSER', 'default', ...rules];
    test.each([
      ['is a read-only replica', ['REPLICAOF', '127.0.0.1', '1']],
      ['is full', ['CONFIG', 'SET', 'maxmemory', '1']],
      ['does not respond to writes', ['CLIENT', 'PAUSE', '600000', 'WRITE']],
      ['does not respond', ['CLIENT', 'PAUSE', '600000', 'ALL']],
      ['rejects get', limitUser('-get')],
      ['rejects set', limitUser('resetkeys', '%R~*', '~*:lock')],
      ['rejects delete', limitUser('-del')],
      ['rejects add', limitUser('resetkeys', '%R~*', '~*:fleet')],
    ])(
      'gets an access token for each of three processes if Redis %s',
      async (_fault, command) => {
        const { baseUrl, tokenStatuses } = await startTenant();
        const url = await startRedis();
        const redis = createClient({ url });
        await redis.connect();
        await redis.sendCommand(command);
        redis.destroy();
        expect(await runTogether(3, baseUrl, await exampleStore(url), {})).toEqual(allDone(3));
        expect(tokenStatuses().length).toBeLessThanOrEqual(3);
      },
      FAULT_TIMEOUT_MS,
    );
  },
);

test('startRedis() rejects if redis-server is not installed', async () => {
  await expect(startRedis('no-redis-server')).rejects.toThrow(/^no-redis-server must be installed; /);
});
