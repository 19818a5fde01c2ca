// Many processes that share one token through one store. They use the built client, as a service does.
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasRedis, skipsRedis, startRedis } from './redis.ts';
import { startTenant } from './tenant-server.ts';

const projectRoot = join(import.meta.dirname, '../..');
const sqliteStore = join(import.meta.dirname, 'sqlite-store.ts');
const FLEET = 50;
/** Enough processes to collide. */
const REDIS_FLEET = 10;

/** A folder that is removed when its test ends, inside the project so that modules in it find their imports. */
async function temporaryFolder(): Promise<string> {
  const reports = join(projectRoot, 'reports');
  await mkdir(reports, { recursive: true });
  const folder = await mkdtemp(join(reports, 'processes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Starts processes, lets all of them call at once when the last is ready, and resolves with the result of each. */
async function runTogether(count: number, baseUrl: string, storeModule: string, options: object): Promise<string[]> {
  const worker = join(import.meta.dirname, 'worker.ts');
  const processes = Array.from({ length: count }, () =>
    fork(worker, [baseUrl, storeModule, JSON.stringify(options)], { execPath: process.execPath }),
  );
  onTestFinished(() => processes.forEach((child) => void child.kill()));
  await Promise.all(processes.map(nextMessage));
  return Promise.all(
    processes.map((child) => {
      const message = nextMessage(child);
      child.send('go');
      return message;
    }),
  );
}

/** Resolves with the next message of a process; a process that exits without a message is an error. */
function nextMessage(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (status) => reject(new Error(`A process exited with status ${status} and sent no message`)));
  });
}

const allDone = (count: number) => Array.from({ length: count }, () => 'done');

describe('Keyv on SQLite', () => {
  test('a second process uses the token of the first', async () => {
    const { baseUrl, tokenRequests } = await startTenant();
    const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: false };
    expect(await runTogether(1, baseUrl, sqliteStore, options)).toEqual(['done']);
    expect(await runTogether(1, baseUrl, sqliteStore, options)).toEqual(['done']);
    expect(tokenRequests).toEqual([200]);
  });

  test('with add, 50 processes that start cold together make at most two token requests', async () => {
    const { baseUrl, tokenRequests } = await startTenant();
    const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: true };
    expect(await runTogether(FLEET, baseUrl, sqliteStore, options)).toEqual(allDone(FLEET));
    expect(tokenRequests.length).toBeLessThanOrEqual(2);
  });

  test('without add, each of 50 processes that start cold together gets a token', async () => {
    const { baseUrl, tokenRequests } = await startTenant();
    const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: false };
    expect(await runTogether(FLEET, baseUrl, sqliteStore, options)).toEqual(allDone(FLEET));
    expect(tokenRequests).toContain(200);
  });
});

/** Writes the README's recipe for Redis, with another URL, to a module that opens a store. */
async function readmeStore(url: string): Promise<string> {
  const readme = await readFile(join(projectRoot, 'README.md'), 'utf8');
  const [, recipe = ''] = /```ts\n((?:(?!```)[\s\S])*?NX: true[\s\S]*?)```/.exec(readme) ?? [];
  const code = recipe.replace('redis://127.0.0.1:6379', url);
  const module = join(await temporaryFolder(), 'redis-store.ts');
  await writeFile(module, `${code}\nexport const openStore = async () => store;\n`);
  return module;
}

describe.skipIf(skipsRedis(hasRedis(), process.env))('Redis with the recipe of the README (needs redis-server)', () => {
  test(`${REDIS_FLEET} processes that start cold together make at most two token requests`, async () => {
    const { baseUrl, tokenRequests } = await startTenant();
    const store = await readmeStore(await startRedis());
    expect(await runTogether(REDIS_FLEET, baseUrl, store, {})).toEqual(allDone(REDIS_FLEET));
    expect(tokenRequests.length).toBeLessThanOrEqual(2);
    expect(await runTogether(1, baseUrl, store, {})).toEqual(['done']);
    expect(tokenRequests.length).toBeLessThanOrEqual(2);
  });
});
