import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { lockJournal } from '../../../../src/bulk/node/journal-lock.ts';
import { rejectionOf } from '../../../support/expected-errors.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const MODULE = '../../../../src/bulk/node/journal-lock.ts';

/** The id of a process that has ended. */
const deadPid = spawnSync(process.execPath, ['--version']).pid;

/** Returns the line of the lock file for a process that has asked for the lock before this process started. */
const claim = (pid: number, startTime: string, host = hostname()) =>
  `claim ${pid} ${startTime} ${Math.floor(performance.timeOrigin) - 1} ${host} ${crypto.randomUUID()}\n`;

/** Returns the process id and the start time that this process writes into a lock file. */
async function ownClaim(): Promise<{ pid: number; startTime: string }> {
  const path = join(temporaryFolder(), 'own.journal');
  const lock = await lockJournal(path);
  const [, pid, startTime = ''] = readFileSync(`${path}.lock`, 'utf8').trim().split(' ');
  await lock.release();
  return { pid: Number(pid), startTime };
}

/** Returns the path of a journal whose lock file has the given text. */
function lockedJournal(text: string): string {
  const path = join(temporaryFolder(), 'reset.journal');
  writeFileSync(`${path}.lock`, text);
  return path;
}

const refusal = (path: string, pid: number, host = hostname()) =>
  `process ${pid} on host ${host} uses ${path}; wait until the process ends, or use another journal` +
  ` (if the process does not run a job, delete ${path}.lock)`;

describe('the lock of a journal', () => {
  test('is refused while another run of this process holds it, and granted after that run has released it', async () => {
    const path = join(temporaryFolder(), 'reset.journal');
    const first = await lockJournal(path);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect((await rejectionOf(lockJournal(path))).message).toBe(refusal(path, process.pid));
    }
    await first.release();
    const second = await lockJournal(path);
    expect((await rejectionOf(lockJournal(path))).message).toBe(refusal(path, process.pid));
    await second.release();
  });

  test('is taken over after its holder has ended, even if this process was refused before', async () => {
    const holder = claim(deadPid, '1', 'other.example.com');
    const path = lockedJournal(holder);
    await rejectionOf(lockJournal(path));
    // The claim of the holder becomes the claim of a process that has ended.
    const text = readFileSync(`${path}.lock`, 'utf8');
    writeFileSync(`${path}.lock`, text.replace(holder, claim(deadPid, '1')));
    await (await lockJournal(path)).release();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test.each([
    ['a start time, as on Linux', '1'],
    ['no start time, as on other systems', ''],
  ])('is taken over if its holder has ended and the lock file contains %s', async (_case, startTime) => {
    const path = lockedJournal(claim(deadPid, startTime));
    const lock = await lockJournal(path);
    expect((await rejectionOf(lockJournal(path))).message).toBe(refusal(path, process.pid));
    await lock.release();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test.runIf(process.platform === 'linux')(
    'is taken over if its holder has ended and this process has the same process id, as after a restart of a container',
    async () => {
      const { pid, startTime } = await ownClaim();
      const path = lockedJournal(claim(pid, `${startTime}1`));
      await (await lockJournal(path)).release();
      const own = lockedJournal(claim(pid, startTime));
      expect((await rejectionOf(lockJournal(own))).message).toBe(refusal(own, pid));
    },
  );

  test.each([
    ['a process of another user holds it', { code: 'EPERM' }],
    ['the platform does not permit a check of its holder, as on Deno without --allow-run', {}],
  ])('is refused if %s', async (_when, properties) => {
    const path = lockedJournal(claim(deadPid, ''));
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('not permitted'), properties);
    });
    expect((await rejectionOf(lockJournal(path))).message).toBe(refusal(path, deadPid));
    expect(kill).toHaveBeenCalledWith(deadPid, 0);
  });

  test('is refused if its holder is running and the lock file has no start time, as for a lock of Deno', async () => {
    const path = lockedJournal(claim(process.ppid, ''));
    expect((await rejectionOf(lockJournal(path))).message).toBe(refusal(path, process.ppid));
  });

  test('is refused to another copy of the module if a run of this process holds it and the lock file has no start time', async () => {
    const path = lockedJournal('');
    const lock = await lockJournal(path);
    const text = readFileSync(`${path}.lock`, 'utf8');
    writeFileSync(`${path}.lock`, text.replace(/^(claim \d+ )\d*/m, '$1'));
    const copy: typeof import('../../../../src/bulk/node/journal-lock.ts') = await import(`${MODULE}?copy`);
    for (const request of [copy.lockJournal, lockJournal]) {
      expect((await rejectionOf(request(path))).message).toBe(refusal(path, process.pid));
    }
    await lock.release();
  });

  test('is taken over if the lock file has the id of this process but no start time, as after a restart of a container with Deno', async () => {
    const path = lockedJournal(claim(process.pid, ''));
    await (await lockJournal(path)).release();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test('is taken over by only one of ten runs that request it at the same time after its holder has ended', async () => {
    const path = lockedJournal(claim(deadPid, '1'));
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => lockJournal(path)));
    const locks = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(locks).toHaveLength(1);
    await locks[0]?.release();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test('is taken over if its holder was killed before writing the full line of the lock file', async () => {
    const full = `\n${claim(deadPid, '1')}`;
    for (let size = 0; size < full.length; size += 1) {
      const path = lockedJournal(full.slice(0, size));
      const lock = await lockJournal(path);
      await lock.release();
      expect(existsSync(`${path}.lock`)).toBe(false);
    }
  });

  test('does not delete the lock file of another run when it is released', async () => {
    const path = lockedJournal('');
    const lock = await lockJournal(path);
    // A user has deleted the lock file, and another run has created it again.
    const other = claim(deadPid, '1');
    writeFileSync(`${path}.lock`, other);
    await lock.release();
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(other);
  });
});
