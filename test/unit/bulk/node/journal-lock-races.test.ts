// While a run requests the lock, another process can change the lock file. These tests do this between two steps.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { lockJournal } from '../../../../src/bulk/node/journal-lock.ts';
import { rejectionOf } from '../../../support/expected-errors.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const hook = vi.hoisted(() => ({
  beforeRead: (_path: string): void => undefined,
  beforeEnd: (_path: string): void => undefined,
}));
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  return {
    ...original,
    readFile: async (path: string, options: 'utf8') => {
      hook.beforeRead(path);
      return original.readFile(path, options);
    },
    appendFile: async (path: string, text: string, options: object) => {
      if (text.startsWith('\nend ')) hook.beforeEnd(path);
      return original.appendFile(path, text, options);
    },
  };
});

/** Calls a function before the nth time that a lock file is read. */
function beforeRead(nth: number, change: (path: string) => void): void {
  let reads = 0;
  hook.beforeRead = (path) => {
    if (!path.endsWith('.lock')) return;
    reads += 1;
    if (reads === nth) change(path);
  };
}

test.each([
  ['first', 1],
  ['second', 2],
] as const)(
  'lockJournal() requests the lock again if another process deletes the lock file before the %s read',
  async (_read, nth) => {
    const path = join(temporaryFolder(), 'reset.journal');
    beforeRead(nth, (file) => rmSync(file));
    const lock = await lockJournal(path);
    expect((await rejectionOf(lockJournal(path))).message).toContain(`process ${process.pid} `);
    await lock.release();
    expect(existsSync(`${path}.lock`)).toBe(false);
  },
);

test('lockJournal() rejects if another process replaces the lock file with its own lock file before the second read', async () => {
  const path = join(temporaryFolder(), 'reset.journal');
  beforeRead(2, (file) => writeFileSync(file, `claim 7 1 1 other.example.com ${crypto.randomUUID()}\n`));
  expect((await rejectionOf(lockJournal(path))).message).toContain('process 7 on host other.example.com ');
});

test('lockJournal() rejects with the error of the platform if it cannot read the lock file', async () => {
  const cause = Object.assign(new Error('not permitted'), { code: 'EACCES' });
  beforeRead(1, () => {
    throw cause;
  });
  expect(await rejectionOf(lockJournal(join(temporaryFolder(), 'reset.journal')))).toBe(cause);
});

test('lockJournal() rejects and creates no lock file if the run that holds the lock deletes the lock file in the meantime', async () => {
  const path = join(temporaryFolder(), 'reset.journal');
  beforeRead(0, () => undefined);
  const holder = await lockJournal(path);
  hook.beforeEnd = (file) => rmSync(file);
  expect((await rejectionOf(lockJournal(path))).message).toContain(`process ${process.pid} `);
  expect(existsSync(`${path}.lock`)).toBe(false);
  await holder.release();
});

test('lockJournal() rejects with the error of the platform if it cannot remove its entry from the lock file of another run', async () => {
  const path = join(temporaryFolder(), 'reset.journal');
  const holder = await lockJournal(path);
  const cause = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  hook.beforeEnd = () => {
    throw cause;
  };
  expect(await rejectionOf(lockJournal(path))).toBe(cause);
  await holder.release();
});
