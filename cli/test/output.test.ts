import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { projectRoot } from '../../scripts/openapi/document.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { operations } from '../src/generated/operations.js';
import { readCsvIds } from '../src/input/csv-ids.js';
import type { Operation } from '../src/operation.js';
import { dataLines } from '../src/output/data-text.js';
import { writeFailures } from '../src/output/failures-file.js';
import { createProgressLine, durationText, progressText } from '../src/output/progress-line.js';
import { readUnread } from '../src/tenant/connection.js';
import { visibleJson, visibleText } from '../src/visible-text.js';
import { createIds, DELETE, enrollments, READ, startTenant } from './run-cli.ts';

/** A text with which a server could change the title of a terminal, move its cursor, and reverse text. */
const HOSTILE = '\u001b]0;title\u0007\u001b[2J\u009b31m\u202edesrever\r\nforged line\u2028';

/** Matches every character that a terminal would interpret, except the line end. */
const CONTROL = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

describe('--json', () => {
  test('prints the properties that the README documents', async () => {
    const readme = readFileSync(join(projectRoot, 'cli/README.md'), 'utf8');
    const [, example = ''] = /## JSON[\s\S]*?```json\n([\s\S]*?)```/.exec(readme) ?? [];
    const documented = JSON.parse(example);
    const tenant = await startTenant();
    const { stdout } = await tenant.run([...DELETE, 'dev_1', '--yes', '--json']);
    const printed = JSON.parse(stdout);
    expect(Object.keys(documented)).toEqual(Object.keys(printed));
    expect(Object.keys(documented.summary)).toEqual(Object.keys(printed.summary));
    expect(Object.keys(documented.results[1])).toEqual(Object.keys(printed.results[0]));
  });

  test('prints one object with the counts of all outcomes and the result of each id', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_3']));
    tenant.sandbox.fail({ id: 'dev_3', with: 409, body: { message: 'Locked' } });
    const { status, stdout } = await tenant.run([...DELETE, 'dev_1', 'dev_2', 'dev_3', 'dev_1', '--yes', '--json']);
    expect(status).toBe(1);
    const { results, ...others } = JSON.parse(stdout);
    expect(others).toEqual({
      command: 'guardian enrollments delete',
      operation: 'delete_guardian_enrollments_by_id',
      tenant: tenant.sandbox.baseUrl,
      client: 'sandbox-client',
      dryRun: false,
      exitStatus: 1,
      stopped: null,
      summary: {
        total: 3,
        done: 1,
        missing: 1,
        failed: 1,
        exists: 0,
        unknown: 0,
        unfinished: 0,
        resumed: 0,
        duplicates: 1,
      },
    });
    const path = 'DELETE /guardian/enrollments/{id}';
    expect(results.toSorted((a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id))).toEqual([
      { id: 'dev_1', outcome: 'done' },
      { id: 'dev_2', outcome: 'missing', status: 404, reason: `404 Not Found: ${path}: Enrollment not found` },
      { id: 'dev_3', outcome: 'failed', status: 409, reason: `409 Conflict: ${path}: Locked` },
    ]);
  });

  test('prints the data of a response', async () => {
    const tenant = await startTenant({ profiles: [{ id: 'tep_1', name: 'Partner tokens' }] });
    const { status, stdout } = await tenant.run([...READ, 'tep_1', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).results).toEqual([
      { id: 'tep_1', outcome: 'done', data: { id: 'tep_1', name: 'Partner tokens' } },
    ]);
  });

  test('says why a job stopped, and how many ids are unfinished', async () => {
    const tenant = await startTenant({ clients: [{ clientId: 'reader', clientSecret: 'secret', scopes: [] }] });
    const env = { TENANT_CLIENT_ID: 'reader', TENANT_CLIENT_SECRET: 'secret' };
    const { status, stdout } = await tenant.run(
      [...DELETE, 'dev_1', 'dev_2', '--yes', '--json', '--concurrency', '1'],
      { env },
    );
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      exitStatus: 3,
      stopped: expect.stringMatching(/^403 Forbidden: .*Insufficient scope/),
      summary: { total: 2, unfinished: 2 },
      results: [],
    });
  });

  test('prints the outcome "unknown" for --dry-run if the document has no operation that reads the item', async () => {
    const tenant = await startTenant(enrollments(['dev_1']));
    const { status, stdout, stderr } = await tenant.run([...DELETE, 'dev_1', '--dry-run', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dryRun: true,
      summary: { unknown: 1 },
      results: [{ id: 'dev_1', outcome: 'unknown' }],
    });
    expect(stderr).toContain(
      "It is unknown whether these items exist: the API's description shows no operation that reads them",
    );
    expect(tenant.sandbox.requests).toEqual([]);
  });

  test('prints nothing to stdout if the arguments are not valid', async () => {
    const tenant = await startTenant();
    expect(await tenant.run([...DELETE, '--json'])).toMatchObject({ status: 2, stdout: '' });
  });
});

describe('--failures', () => {
  test.each(['csv', 'json'])(
    'writes the failed ids with their reasons to a .%s file that only its owner can read',
    async (extension) => {
      const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
      tenant.sandbox.fail({ id: 'dev_2', with: 409, body: { message: 'Locked, "for now"' } });
      const file = join(tenant.folder, `failed.${extension}`);
      await tenant.run([...DELETE, 'dev_1', 'dev_2', 'dev_3', '--yes', '--failures', file]);
      const reason = '409 Conflict: DELETE /guardian/enrollments/{id}: Locked, "for now"';
      expect(readFileSync(file, 'utf8')).toBe(
        extension === 'csv'
          ? `id,outcome,status,reason\ndev_2,failed,409,"${reason.replaceAll('"', '""')}"\n`
          : `${JSON.stringify([{ id: 'dev_2', outcome: 'failed', status: 409, reason }], null, 2)}\n`,
      );
      expect(statSync(file).mode & 0o077).toBe(process.platform === 'win32' ? 0o066 : 0);
    },
  );

  test.each(['csv', 'json'])('replaces the failures of an earlier run in a .%s file', async (extension) => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    tenant.sandbox.fail({ id: 'dev_2', with: 409 });
    const file = join(tenant.folder, `failed.${extension}`);
    const args = [...DELETE, 'dev_1', 'dev_2', '--yes', '--failures', file];
    expect(await tenant.run(args)).toMatchObject({ status: 1 });
    expect(await tenant.run(args)).toMatchObject({ status: 0 });
    expect(readFileSync(file, 'utf8')).toBe(extension === 'csv' ? 'id,outcome,status,reason\n' : '[]\n');
  });

  test('contains the unfinished ids of a job that stopped, but not the ids that an earlier run finished', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2', 'dev_3']));
    const file = join(tenant.folder, 'failed.json');
    const command = [...DELETE, 'dev_1', 'dev_2', 'dev_3', '--yes', '--concurrency', '1', '--failures', file];
    const locked = tenant.sandbox.fail({ match: ({ params }) => params?.['id'] !== 'dev_2', with: 409, times: 2 });
    expect((await tenant.run(command)).status).toBe(1);
    locked.remove();
    tenant.sandbox.fail({ id: 'dev_1', with: 409 });
    tenant.sandbox.fail({ id: 'dev_3', with: 401, times: Number.POSITIVE_INFINITY });
    expect((await tenant.run(command)).status).toBe(3);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([
      { id: 'dev_1', outcome: 'failed', status: 409, reason: expect.stringContaining('409 Conflict') },
      { id: 'dev_3', outcome: 'unfinished', status: null, reason: '' },
    ]);
  });

  test('contains the unfinished ids of a job without a journal', async () => {
    const tenant = await startTenant({ clients: [{ clientId: 'writer', clientSecret: 'secret', scopes: [] }] });
    const file = join(tenant.folder, 'failed.csv');
    const env = { TENANT_CLIENT_ID: 'writer', TENANT_CLIENT_SECRET: 'secret' };
    expect((await tenant.run([...READ, 'tep_1', '--failures', file], { env })).status).toBe(3);
    expect(readFileSync(file, 'utf8')).toBe('id,outcome,status,reason\ntep_1,unfinished,,\n');
  });

  test('is written with --dry-run too, and contains no row if the document has no operation that reads the item', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const file = join(tenant.folder, 'failed.json');
    await tenant.run([...DELETE, 'dev_1', 'dev_2', '--dry-run', '--failures', file]);
    expect(readFileSync(file, 'utf8')).toBe('[]\n');
  });

  test('contains only the header row or an empty list if nothing failed', async () => {
    const tenant = await startTenant(enrollments(['dev_1']));
    const file = join(tenant.folder, 'failed.csv');
    await tenant.run([...DELETE, 'dev_1', '--yes', '--failures', file]);
    expect(readFileSync(file, 'utf8')).toBe('id,outcome,status,reason\n');
  });

  test('escapes formulas and control characters in a CSV file; --csv reads the original ids from the file', async () => {
    const file = join(temporaryFolder(), 'failed.csv');
    const ids = ['=1+1', '-2', '+3', '@x', 'dev,"1"'];
    await writeFailures(
      file,
      ids.map((id) => ({ id, outcome: 'failed', reason: `=HYPERLINK("x")${HOSTILE}` })),
    );
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/^"?[=+\-@]/m);
    expect(text).not.toMatch(/,"?[=+\-@]/);
    expect(text).not.toMatch(CONTROL);
    expect(readCsvIds(text, 'failed.csv')).toEqual(ids);
  });

  test.each([
    {
      title: 'another extension',
      file: 'failed.txt',
      message: '--failures must be a file whose name ends with .csv or .json',
    },
    { title: 'a folder that does not exist', file: 'missing/failed.csv', message: 'opening it failed with ENOENT' },
    {
      title: 'a CSV file with other content',
      file: 'other.csv',
      message: '--failures must be a new file or the failures file of an earlier run',
    },
    {
      title: 'a JSON file with other content',
      file: 'tenants.json',
      message: '--failures must be a new file or the failures file of an earlier run',
    },
    { title: 'the file of --csv', file: 'ids.csv', message: '--failures must not be the file of --csv or --journal' },
  ])('is rejected before anything is sent if the file is $title', async ({ file, message }) => {
    const tenant = await startTenant(enrollments(['dev_1']));
    const csv = join(tenant.folder, 'ids.csv');
    writeFileSync(csv, 'id\ndev_1\n');
    writeFileSync(join(tenant.folder, 'other.csv'), 'id,outcome\ndev_1,x\n');
    writeFileSync(join(tenant.folder, 'tenants.json'), '{ "acme": {} }');
    const { status, stderr } = await tenant.run([
      ...DELETE,
      '--csv',
      csv,
      '--yes',
      '--failures',
      join(tenant.folder, file),
    ]);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(tenant.sandbox.requests).toEqual([]);
  });
});

describe('a job whose --failures file cannot be written at its end', () => {
  test.each([
    { title: 'of the job', isInterrupted: false, expected: 1, summary: 'Finished: 1 deleted, 0 missing, 1 failed\n' },
    { title: '130 of an interruption', isInterrupted: true, expected: 130, summary: 'Stopped (interrupted): ' },
  ])('keeps the exit status $title, and names the error code', async ({ isInterrupted, expected, summary }) => {
    const folder = join(temporaryFolder(), 'reports');
    mkdirSync(folder);
    const interruption = new AbortController();
    const tenant = await startTenant({
      ...enrollments(['dev_1', 'dev_2']),
      onRequest: () => {
        rmSync(folder, { recursive: true, force: true });
        if (isInterrupted) interruption.abort();
      },
    });
    tenant.sandbox.fail({ id: 'dev_2', with: 409 });
    const { status, stderr } = await tenant.run(
      [...DELETE, 'dev_1', 'dev_2', '--yes', '--failures', join(folder, 'failed.csv')],
      { signal: interruption.signal },
    );
    expect(status).toBe(expected);
    expect(stderr).toContain(summary);
    expect(stderr).toContain('--failures: the file could not be written (ENOENT)\n');
    expect(stderr).not.toContain('Nothing was sent');
  });
});

describe('a text of the tenant', () => {
  test('is printed without characters that a terminal interprets, in errors, in data and in JSON', async () => {
    const tenant = await startTenant({ profiles: [{ id: 'tep_1', name: 'Partner tokens' }] });
    tenant.sandbox.fail({
      with: 409,
      body: { message: HOSTILE },
      operation: 'delete_guardian_enrollments_by_id',
      times: 2,
    });
    tenant.sandbox.fail({
      with: 'pass',
      body: { id: HOSTILE, [HOSTILE]: { inner: HOSTILE } },
      operation: 'get_token-exchange-profiles_by_id',
      times: 2,
    });
    for (const options of [[], ['--json']]) {
      for (const command of [
        [...DELETE, 'dev_1', '--yes'],
        [...READ, 'tep_1'],
      ]) {
        const { stdout, stderr } = await tenant.run([...command, ...options]);
        expect(stdout).not.toBe('');
        expect(stdout + stderr).not.toMatch(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
        expect(stdout).not.toMatch(/^forged/m);
      }
    }
  });

  test('in the OpenAPI document is printed without characters that a terminal interprets, in help and in the plan', async () => {
    const commands: Operation[] = operations.map((operation) => ({
      ...operation,
      summary: `${operation.summary}${HOSTILE}`,
      description: HOSTILE,
      statuses: { default: HOSTILE },
    }));
    const tenant = await startTenant(enrollments(['dev_1']));
    for (const args of [['--help'], [], ['guardian', '--help'], [...DELETE, '--help'], [...DELETE, 'dev_1', '--yes']]) {
      const { stdout, stderr } = await tenant.run(args, { commands });
      expect(stdout + stderr).toContain('\\u001b[2J');
      expect(stdout + stderr).not.toMatch(CONTROL);
    }
  });

  test('is printed with escapes that JSON can contain', () => {
    expect(visibleText('a\u001b[1mb\u009b')).toBe('a\\u001b[1mb\\u009b');
    expect(JSON.parse(visibleJson({ text: HOSTILE }))).toEqual({ text: HOSTILE });
  });

  test('of an unread response is printed as text', async () => {
    expect(await readUnread({ data: new Response('a,b\n') })).toEqual({ data: 'a,b\n' });
    expect(dataLines('a,b')).toEqual(['a,b']);
  });

  test('that does not end in time becomes an error of its item, and its connection is closed', async () => {
    const cancel = vi.fn();
    const timeout = AbortSignal.abort(new DOMException('the body takes too long', 'TimeoutError'));
    const { error } = await readUnread({ data: new Response(new ReadableStream({ cancel })) }, () => timeout);
    expect(error?.message).toBe('the body of the response could not be read');
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('that is cut off becomes an error of its item, so that the job continues', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    expect(await readUnread({ data: new Response(body) })).toEqual({
      error: expect.objectContaining({ message: 'the body of the response could not be read' }),
    });
  });
});

describe('the data of a response', () => {
  test('is printed as a table if it is a list; the table omits fields that are objects', () => {
    expect(
      dataLines([
        { id: 'a', size: 10, more: {} },
        { id: 'bcd', name: null },
      ]),
    ).toEqual(['id   size  name', 'a    10', 'bcd        null']);
  });

  test('is printed as a table and lines if it is an object with one list', () => {
    expect(dataLines({ total: 1, books: [{ id: 'a' }] })).toEqual(['id', 'a', 'total  1']);
  });

  test('is printed as one line for each field if it is an object', () => {
    expect(dataLines({ id: 'a', tags: ['x'], none: null })).toEqual(['id    a', 'tags  ["x"]', 'none  null']);
  });
});

describe('the progress of a job', () => {
  test('contains the numbers of finished, missing and failed ids, the rate, and the time left', () => {
    const progress = { done: 305, missing: 3, failed: 4, total: 1_000, perSecond: 15.8 };
    expect(progressText(progress)).toBe('312 of 1000: 305 done, 3 missing, 4 failed, 15.8 per second, 44 s left');
    expect(progressText({ ...progress, perSecond: 0 })).toBe('312 of 1000: 305 done, 3 missing, 4 failed');
  });

  test.each([
    { seconds: 0.2, text: '1 s' },
    { seconds: 61, text: '1 min 1 s' },
    { seconds: 3 * 3600 + 125, text: '3 h 2 min' },
  ])('shows a duration of $seconds seconds as "$text"', ({ seconds, text }) => {
    expect(durationText(seconds)).toBe(text);
  });

  test('is shown in a terminal as one line, which is replaced and is shorter than the width of the terminal', () => {
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 20 });
    const line = createProgressLine({ stderr } as never);
    line.show({ done: 1, missing: 0, failed: 0, total: 10, perSecond: 1 });
    line.clear();
    expect(String(stderr.read())).toBe('\u001b[1G\u001b[2K1 of 10: 1 done, 0 \u001b[1G\u001b[2K');
  });

  test('is printed in ten lines if stderr is not a terminal', async () => {
    const ids = createIds(30);
    const tenant = await startTenant(enrollments(ids));
    const { stderr } = await tenant.run([...DELETE, ...ids, '--yes']);
    const finished = [...stderr.matchAll(/^(\d+) of 30: \d+ done, 0 missing, 0 failed, [\d.]+ per second/gm)];
    expect(finished.map(([, count]) => Number(count))).toEqual([3, 6, 9, 12, 15, 18, 21, 24, 27, 30]);
  });
});
