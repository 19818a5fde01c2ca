import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BulkError, bulk } from '../../../../src/bulk/index.ts';
import { fileJournal } from '../../../../src/bulk/node/index.ts';
import { thrownBy } from '../../../support/expected-errors.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { controlledCalls, numbers, readAll, until } from '../job-fakes.ts';

const HEADER = 'tenant-management-client bulk journal 2';
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const lineOf = (item: string, index: number) => `${index} ${hash(item)} ok`;
const journalOf = (items: readonly string[]) => [HEADER, ...items.map(lineOf)].map((line) => `${line}\n`).join('');

/** Runs a job that finishes every item, and returns the items that were sent. */
async function runJob(path: string, items: readonly string[]) {
  const sent: string[] = [];
  const call = async (item: string) => void sent.push(item);
  const { error } = await readAll(bulk(items, call, { journal: fileJournal(path), concurrency: 1 }));
  return { sent, error };
}

describe('fileJournal', () => {
  test('creates a file that only the owner can read, with one line for each finished item', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'reset.journal');
    for await (const { index } of bulk(['a', 'b'], async () => undefined, { journal: fileJournal(path) })) {
      expect(readFileSync(path, 'utf8')).toContain(lineOf(['a', 'b'][index] ?? '', index));
      for (const file of [path, `${path}.lock`]) expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(path, 'utf8')).toBe(journalOf(['a', 'b']));
    expect(readdirSync(folder)).toEqual(['reset.journal']);
    expect.hasAssertions();
  });

  test.each<[string, (path: string) => void]>([
    ['deleted', (path) => rmSync(path)],
    ['moved', (path) => renameSync(path, `${path}.1`)],
    ['emptied', (path) => writeFileSync(path, '')],
    ['replaced', (path) => writeFileSync(path, 'a much longer text than the lines of the journal'.repeat(9))],
  ])('stops a run whose file is %s, and continues with the restored file', async (_change, change) => {
    const path = join(temporaryFolder(), 'reset.journal');
    const items = ['a', 'b', 'c'];
    const call = async (item: string) => item === 'b' && change(path);
    const { error } = await readAll(bulk(items, call, { journal: fileJournal(path), concurrency: 1 }));
    const message =
      `the journal ${path} could not be written at item 1: another program has deleted, moved or changed the file` +
      ' (restore the file to continue the job); the next run sends the item again';
    expect(error).toMatchObject({ name: 'BulkError', message, finished: 1, unfinished: 2 });
    expect(readFileSync(path, 'utf8')).not.toContain(' ok');
    writeFileSync(path, journalOf(['a']));
    expect(await runJob(path, items)).toEqual({ sent: ['b', 'c'], error: undefined });
  });

  test('makes a run fail if another run uses the same path; the BulkError names the process of that run', async () => {
    const path = join(temporaryFolder(), 'reset.journal');
    const job = bulk(['a', 'b'], async () => 'done', { journal: fileJournal(path), concurrency: 1 });
    await job.next();
    const { sent, error } = await runJob(path, ['a', 'b']);
    expect(sent).toEqual([]);
    expect(error).toBeInstanceOf(BulkError);
    const message = `the journal could not be opened: process ${process.pid} on host `;
    expect(error).toHaveProperty('message', expect.stringContaining(message));
    await job.return();
  });

  test('ignores options of the file system that another library adds to Object.prototype', async () => {
    const path = join(temporaryFolder(), 'reset.journal');
    const polluted = { flag: 'w', end: 9 };
    for (const [name, value] of Object.entries(polluted))
      Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
    onTestFinished(() => {
      for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
    });
    const job = bulk(['a', 'b'], async () => 'done', { journal: fileJournal(path), concurrency: 1 });
    await job.next();
    expect((await runJob(path, ['a', 'b'])).error).toBeInstanceOf(BulkError);
    await job.return();
    expect(await runJob(path, ['a', 'b'])).toEqual({ sent: [], error: undefined });
  });

  test('makes a run fail if its path is a symbolic link to itself', async () => {
    const path = join(temporaryFolder(), 'reset.journal');
    symlinkSync('reset.journal', path);
    const { error } = await runJob(path, ['a']);
    expect(error).toHaveProperty('message', expect.stringContaining('the journal could not be opened: ELOOP'));
  });

  test('locks the file itself: a second run through a symbolic link to the file or to its folder fails', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'reset.journal');
    const links = [join(folder, 'file-link'), join(folder, 'folder-link', 'reset.journal')];
    symlinkSync('reset.journal', join(folder, 'file-link'));
    symlinkSync(folder, join(folder, 'folder-link'));
    // The first run starts through a link, before the file exists.
    for (const [first, others] of [
      [links[0], [path, links[1]]],
      [path, links],
    ] as const) {
      const job = bulk(['a', 'b'], async () => 'done', { journal: fileJournal(first ?? ''), concurrency: 1 });
      await job.next();
      for (const other of others) {
        const { sent, error } = await runJob(other ?? '', ['a', 'b']);
        expect(sent).toEqual([]);
        expect(error).toHaveProperty('message', expect.stringContaining(`process ${process.pid} on host `));
      }
      await job.return();
      rmSync(path);
    }
  });

  test('makes an existing journal readable by the owner only, and does not change the mode of another file', async () => {
    const path = join(temporaryFolder(), 'reset.journal');
    writeFileSync(path, journalOf(['a']), { mode: 0o644 });
    expect((await runJob(path, ['a', 'b'])).sent).toEqual(['b']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const other = join(temporaryFolder(), 'ids.csv');
    writeFileSync(other, 'id,name\na,b\n', { mode: 0o644 });
    expect((await runJob(other, ['a'])).error).toBeInstanceOf(BulkError);
    expect(statSync(other).mode & 0o777).toBe(0o644);
  });

  test('accepts a relative path, and reads a journal that is too long to be read in one chunk', async () => {
    const path = relative(process.cwd(), join(temporaryFolder(), 'long.journal'));
    const items = numbers(3_000).map(String);
    writeFileSync(path, journalOf(items.slice(0, 2_999)));
    expect(statSync(path).size).toBeGreaterThan(2 * 64 * 1024);
    expect(await runJob(path, items)).toEqual({ sent: ['2999'], error: undefined });
    expect(readFileSync(path, 'utf8')).toBe(journalOf(items));
  });

  test('releases its lock at the end of each run, so that the next run can use the same object', async () => {
    const path = join(temporaryFolder(), 'reset.journal');
    const journal = fileJournal(path);
    const controller = new AbortController();
    const { call, calls, callOf } = controlledCalls<string>();

    const aborted = readAll(bulk(['a', 'b', 'c'], call, { journal, signal: controller.signal, concurrency: 1 }));
    await until(() => calls.length === 1);
    callOf('a').resolve('done');
    await until(() => calls.length === 2);
    controller.abort();
    await aborted;
    expect(existsSync(`${path}.lock`)).toBe(false);

    await readAll(bulk(['a', 'b', 'c'], () => Promise.reject(new Error('failed')), { journal }));
    expect(existsSync(`${path}.lock`)).toBe(false);

    for await (const { item } of bulk(['a', 'b', 'c'], async () => 'done', { journal, concurrency: 1 })) {
      expect(item).toBe('b');
      break;
    }
    expect(existsSync(`${path}.lock`)).toBe(false);
    expect(readFileSync(path, 'utf8')).toContain(lineOf('b', 1));
  });

  test('removes an incomplete last line after a crash and sends its item again, wherever the crash has cut off the file', async () => {
    const folder = temporaryFolder();
    const items = ['a', 'b', 'c'];
    const full = journalOf(items);
    const path = join(folder, 'cut.journal');
    for (let size = 0; size <= full.length; size += 1) {
      writeFileSync(path, full.slice(0, size));
      const finished = Math.max(0, full.slice(0, size).split('\n').length - 2);
      expect(await runJob(path, items)).toEqual({ sent: items.slice(finished), error: undefined });
      expect(readFileSync(path, 'utf8')).toBe(full);
    }
  });

  test.each([
    ['a line in the middle is damaged', `${HEADER}\n${lineOf('a', 0)}\n1 dam\0aged\n${lineOf('c', 2)}\n`, 3],
    ['the line end of a line in the middle is missing', `${HEADER}\n${lineOf('a', 0)}${lineOf('b', 1)}\n`, 2],
  ])('throws a BulkError with the file, the line and the remedy if %s', async (_case, text, line) => {
    const path = join(temporaryFolder(), 'damaged.journal');
    writeFileSync(path, text);
    const { sent, error } = await runJob(path, ['a', 'b', 'c']);
    expect(sent).toEqual([]);
    expect(error).toBeInstanceOf(BulkError);
    const message = `line ${line} of ${path} is damaged: delete the line, and its item is sent again`;
    expect(error).toHaveProperty('message', message);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test.each(['id,name\na,b\n', 'id,name\na,b', 'the only line, without a line end'])(
    'throws a BulkError and does not change a file that is not a journal: %j',
    async (text) => {
      const path = join(temporaryFolder(), 'ids.csv');
      writeFileSync(path, text);
      const { sent, error } = await runJob(path, ['a']);
      expect(sent).toEqual([]);
      expect(error).toHaveProperty('message', `${path} must start with the line "${HEADER}"; use another journal`);
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  test('throws a BulkError if the folder of the file does not exist, or if the path is a folder', async () => {
    const folder = temporaryFolder();
    const absent = await runJob(join(folder, 'absent', 'reset.journal'), ['a']);
    expect(absent.error).toBeInstanceOf(BulkError);
    const absentFolder = join(folder, 'absent');
    expect(absent.error).toHaveProperty(
      'message',
      `the journal could not be opened: the folder ${absentFolder} does not exist: create the folder, or use another path`,
    );
    expect(absent.error).toHaveProperty('cause.code', 'ENOENT');
    mkdirSync(join(folder, 'reset.journal'));
    const { error } = await runJob(join(folder, 'reset.journal'), ['a']);
    expect(error).toHaveProperty('message', `the journal ${folder}/reset.journal could not be opened: EISDIR`);
    expect(readdirSync(folder)).toEqual(['reset.journal']);
  });

  test.each([undefined, null, '', 7])('throws a TypeError for the path %j', (path) => {
    expect(thrownBy(() => fileJournal(path as string))).toEqual(
      new TypeError('path must be the path of a file, such as "job.journal"'),
    );
  });
});
