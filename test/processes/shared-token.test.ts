// Many processes that share one token through one store. They use the built client, as services do.
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTenant } from './tenant-server.ts';

const projectRoot = join(import.meta.dirname, '../..');
const sqliteStore = join(import.meta.dirname, 'sqlite-store.ts');
const FLEET = 50;
/** Enough to collide; the fifty are shown above. */
const REDIS_FLEET = 10;

/** A folder that goes with its test, inside the project so that modules in it find their imports. */
async function temporaryFolder(): Promise<string> {
  const reports = join(projectRoot, 'reports');
  await mkdir(reports, { recursive: true });
  const folder = await mkdtemp(join(reports, 'processes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Starts processes, lets them all begin together when the last is ready, and gives what each says at its end. */
async function runTogether(count: number, baseUrl: string, storeModule: string, options: object): Promise<string[]> {
  const worker = join(import.meta.dirname, 'worker.ts');
  const processes = Array.from({ length: count }, () =>
    fork(worker, [baseUrl, storeModule, JSON.stringify(options)], { execPath: process.execPath }),
  );
  onTestFinished(() => processes.forEach((child) => void child.kill()));
  await Promise.all(processes.map(nextMessage));
  return Promise.all(
    processes.map((child) => {
      const said = nextMessage(child);
      child.send('go');
      return said;
    }),
  );
}

/** What a process says next; one that ends without a word is an error. */
function nextMessage(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (status) => reject(new Error(`A process ended with status ${status} and said nothing.`)));
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

  test('without add, each of 50 processes that start cold together ends with a token', async () => {
    const { baseUrl, tokenRequests } = await startTenant();
    const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: false };
    expect(await runTogether(FLEET, baseUrl, sqliteStore, options)).toEqual(allDone(FLEET));
    expect(tokenRequests).toContain(200);
  });
});

/** Whether Debian's redis-server, or another, is installed. */
function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A Redis of the test's own, on a free port and with nothing on disk. */
async function startRedis(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  probe.close();
  await once(probe, 'close');
  const redis = spawn('redis-server', ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']);
  onTestFinished(() => void redis.kill());
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    redis.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes('Ready to accept connections')) resolve();
    });
    redis.once('close', () => reject(new Error(`redis-server ended:\n${printed}`)));
  });
  return `redis://127.0.0.1:${port}`;
}

/** The recipe for Redis as it stands in the README, as a module that opens a store at another URL. */
async function readmeStore(url: string): Promise<string> {
  const readme = await readFile(join(projectRoot, 'README.md'), 'utf8');
  const [, recipe = ''] = /```ts\n((?:(?!```)[\s\S])*?NX: true[\s\S]*?)```/.exec(readme) ?? [];
  const code = recipe.replace('redis://127.0.0.1:6379', url);
  const module = join(await temporaryFolder(), 'redis-store.ts');
  await writeFile(module, `${code}\nexport const openStore = async () => store;\n`);
  return module;
}

describe.skipIf(!hasRedis())('Redis by the recipe of the README (needs redis-server on the path)', () => {
  test(`${REDIS_FLEET} processes that start cold together make at most two token requests`, async () => {
    const { baseUrl, tokenRequests } = await startTenant();
    const store = await readmeStore(await startRedis());
    expect(await runTogether(REDIS_FLEET, baseUrl, store, {})).toEqual(allDone(REDIS_FLEET));
    expect(tokenRequests.length).toBeLessThanOrEqual(2);
    expect(await runTogether(1, baseUrl, store, {})).toEqual(['done']);
    expect(tokenRequests.length).toBeLessThanOrEqual(2);
  });
});
