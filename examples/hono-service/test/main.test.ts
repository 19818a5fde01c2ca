// Tests the process: its configuration, its audit file and its shutdown.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startSandbox } from 'tenant-management-sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { RESET_SCOPE } from '../src/callers.ts';
import { VALID_BODY } from './service.ts';

const main = join(import.meta.dirname, '../src/main.ts');
const audience = 'https://mfa-resets.example.com';

function start(environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** A tenant that responds to a DELETE only when `release` is called. */
async function startSlowTenant() {
  const received = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      response.setHeader('Content-Type', 'application/json').end('{"access_token":"a-token","token_type":"Bearer"}');
      return;
    }
    received.resolve();
    await released.promise;
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  // The cast is safe: the server listens on a TCP port.
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/api/v2`, received: received.promise, release: released.resolve };
}

test('after SIGTERM, responds to the request in flight, records its outcome and ends with exit code 0', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mfa-reset-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const auditLog = join(folder, 'audit.jsonl');
  const tenant = await startSlowTenant();
  const identityProvider = await startSandbox();
  onTestFinished(() => identityProvider.close());
  const child = start({
    PORT: '0',
    TENANT_BASE_URL: tenant.baseUrl,
    TENANT_CLIENT_ID: 'mfa-reset-service',
    TENANT_CLIENT_SECRET: 'secret',
    CALLERS_JWKS_URL: identityProvider.jwksUrl,
    CALLERS_ISSUER: `${identityProvider.address}/`,
    CALLERS_AUDIENCE: audience,
    AUDIT_FILE: auditLog,
  });
  const exit = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const url = String((await lines.next()).value).replace('listening on ', '');

  const token = await identityProvider.issueToken({ audience, scopes: [RESET_SCOPE] });
  const call = fetch(`${url}/mfa-resets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: VALID_BODY,
  });
  await tenant.received;
  child.kill('SIGTERM');
  expect((await lines.next()).value).toBe('shutting down');
  tenant.release();

  const response = await call;
  expect(response.headers.get('Connection')).toBe('close');
  expect(await response.json()).toMatchObject({ enrollment: 'removed' });
  expect(await exit).toEqual([0, null]);
  const records = (await readFile(auditLog, 'utf8')).trimEnd().split('\n');
  expect(records.map((record) => JSON.parse(record).event)).toEqual(['requested', 'finished']);
  expect((await stat(auditLog)).mode & 0o777).toBe(0o600);
});

test('names a missing environment variable and exits with status 2', async () => {
  const child = start({ TENANT_BASE_URL: 'http://127.0.0.1:4020/api/v2' });
  const [[status], [message]] = await Promise.all([once(child, 'exit'), once(child.stderr, 'data')]);
  expect([status, String(message)]).toEqual([2, expect.stringContaining('TENANT_CLIENT_ID must be set')]);
});
