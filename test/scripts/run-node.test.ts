import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runNode } from '../../scripts/process/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Writes its process id, and ignores SIGTERM. */
const SCRIPT = `
process.on('SIGTERM', () => undefined);
const { renameSync, writeFileSync } = require('node:fs');
writeFileSync('pid.tmp', String(process.pid));
renameSync('pid.tmp', 'pid');
setInterval(() => undefined, 1000);
`;

test('runNode() uses killSignal to kill a script that ignores SIGTERM, and rejects when the process has ended', async () => {
  const cwd = temporaryFolder({ 'script.cjs': SCRIPT });
  const abort = new AbortController();
  const run = runNode(['script.cjs'], { cwd, timeout: 20_000, signal: abort.signal, killSignal: 'SIGKILL' });
  await vi.waitFor(() => expect(existsSync(join(cwd, 'pid'))).toBe(true), { timeout: 20_000 });
  const pid = Number(await readFile(join(cwd, 'pid'), 'utf8'));

  abort.abort();

  await expect(run).rejects.toThrow('script.cjs was killed by SIGKILL');
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
