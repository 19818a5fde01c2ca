// Starts the service as a process. A sandbox is the tenant and the identity provider of the callers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from 'tenant-management-sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { RESET_SCOPE } from '../src/callers.ts';

const audience = 'https://mfa-resets.example.com';

test('the service removes the enrollment of a request, writes both audit records, and ends after SIGTERM', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mfa-reset-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const sandbox = await startSandbox({ enrollments: [{ id: 'dev_1' }] });
  onTestFinished(() => sandbox.close());
  const env = {
    PORT: '0',
    TENANT_BASE_URL: sandbox.baseUrl,
    TENANT_CLIENT_ID: sandbox.credentials.clientId,
    TENANT_CLIENT_SECRET: sandbox.credentials.clientSecret,
    CALLERS_JWKS_URL: sandbox.jwksUrl,
    CALLERS_ISSUER: `${sandbox.address}/`,
    CALLERS_AUDIENCE: audience,
    AUDIT_FILE: join(folder, 'audit.jsonl'),
  };
  const service = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], { env });
  onTestFinished(() => void service.kill('SIGKILL'));
  const url = String(await once(service.stdout, 'data'))
    .replace('listening on ', '')
    .trim();
  const token = await sandbox.issueToken({ audience, scopes: [RESET_SCOPE] });
  const response = await fetch(`${url}/mfa-resets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{ "enrollmentId": "dev_1", "ticket": "HD-1042" }',
  });

  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ enrollment: 'removed' })]);
  expect(sandbox.enrollments.has('dev_1')).toBe(false);
  const records = (await readFile(env.AUDIT_FILE, 'utf8')).trimEnd().split('\n');
  expect(records.map((record) => JSON.parse(record).event)).toEqual(['requested', 'finished']);
  const exit = once(service, 'exit');
  service.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
