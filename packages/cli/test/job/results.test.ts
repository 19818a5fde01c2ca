import { EventEmitter, once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import type { BulkCall } from 'tenant-management-client/bulk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { readCsvIds } from '../../src/input/csv-ids.ts';
import type { JobSummary } from '../../src/job/job-summary.ts';
import { createRecordedCall } from '../../src/job/recorded-call.ts';
import { openResults, RESULTS_COLUMNS } from '../../src/output/results-file.ts';
import type { Connection } from '../../src/tenant/connection.ts';
import { CONTROL, createIds, DELETE, enrollments, HOSTILE, READ, runCli, startTenant } from '../run-cli.ts';

const ENV = { TENANT_DOMAIN: 'acme.example.com', TENANT_CLIENT_ID: 'help-desk', TENANT_CLIENT_SECRET: 'secret' };

const open = (file: string) =>
  openResults({ file, others: [], table: undefined, run: ['run_1', 'acme', 'help-desk', false] });

const itemOf = (id: string) => ({ job: 'test', values: [id] });

const readRows = (file: string): Record<string, string>[] => parse(readFileSync(file, 'utf8'), { columns: true });

/** Returns the values of the rows, separated by spaces, in the columns between the client and the reason. */
const summaries = (file: string) =>
  readRows(file).map((row) =>
    ['dryRun', 'id', 'outcome', 'attempts', 'status', 'maybePerformed'].map((name) => row[name]).join(' '),
  );

test('--results adds a row as soon as an item has its outcome, and rows of later runs, each with its run, tenant and client', async () => {
  const file = join(temporaryFolder(), 'results.csv');
  const controller = new AbortController();
  const found: string[] = [];
  const tenant = await startTenant({
    ...enrollments(['=1+1', 'a,"b"', 'dev_3']),
    onRequest: ({ params }) => {
      if (params?.['id'] === 'a,"b"' && found.length === 0) found.push(...summaries(file));
      if (params?.['id'] === 'missing') controller.abort();
    },
  });
  tenant.sandbox.fail({ id: '=1+1', with: [503, 'pass'] });
  tenant.sandbox.fail({ id: 'a,"b"', with: 409 });
  tenant.sandbox.fail({ id: 'missing', with: [503, 'pass'] });
  const command = [...DELETE, '=1+1', 'a,"b"', 'missing', 'dev_3', '--concurrency', '1', '--results', file];
  await tenant.run([...command, '--yes'], { signal: controller.signal });
  // An apostrophe protects spreadsheets from formulas.
  const done = "false '=1+1 done 2 204 ";
  expect(found).toEqual([done]);
  // The item that was not sent has no row.
  const rows = [done, 'false a,"b" failed 1 409 0', 'false missing missing 2 404 1'];
  expect(summaries(file)).toEqual(rows);
  const reasons = ['', '409 Conflict', '404 Not Found'].map((text) => expect.stringContaining(text));
  expect(readRows(file).map(({ reason }) => reason)).toEqual(reasons);
  expect(statSync(file).mode & 0o077).toBe(process.platform === 'win32' ? 0o066 : 0);

  const other = await startTenant();
  await other.run([...command, '--dry-run', '--limit', '2']);
  expect(summaries(file)).toEqual([...rows, "true '=1+1 unknown 0  0", 'true a,"b" unknown 0  0']);
  const runs = readRows(file).map(({ time, run, tenant, client }) => {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
    expect(run).toMatch(/^run_[0-9a-f]{8}$/);
    return [run, tenant, client];
  });
  expect(new Set(runs.map(([run]) => run)).size).toBe(2);
  const tenants = [tenant, tenant, tenant, other, other];
  expect(runs.map(([, ...more]) => more)).toEqual(
    tenants.map(({ sandbox }) => [sandbox.baseUrl, sandbox.credentials.clientId]),
  );
});

test('--results has the columns of the CSV file, so that its rows are the input of the next run', async () => {
  const folder = temporaryFolder({ 'ids.csv': 'id;status;=x;note\ndev_1;"a ""b""\n";-2;\ndev_2;;c,d\n' });
  const tenant = await startTenant(enrollments(['dev_1']));
  const command = [...DELETE, '--concurrency', '1', '--yes'];
  const run = (csv: string, results: string) =>
    tenant.run([...command, '--csv', join(folder, csv), '--results', join(folder, results)]);
  await run('ids.csv', 'first.csv');
  await run('first.csv', 'second.csv');
  expect(summaries(join(folder, 'first.csv'))).toEqual(['false dev_1 done 1 204 ', 'false dev_2 missing 1 404 0']);
  const cells = [
    { input_status: 'a "b"\n', "'=x": "'-2", note: '' },
    { input_status: '', "'=x": 'c,d', note: '' },
  ];
  for (const file of ['first.csv', 'second.csv']) {
    const rows = readRows(join(folder, file)).map((row) => Object.entries(row).slice(RESULTS_COLUMNS.length));
    expect(rows.map((row) => Object.fromEntries(row))).toEqual(cells);
  }
});

test('--results escapes formulas and control characters in a CSV file; --csv reads the original ids from the file', async () => {
  const file = join(temporaryFolder(), 'failed.csv');
  const ids = ['=1+1', '-2', '+3', '@x', 'dev,"1"'];
  const results = await open(file);
  for (const id of ids) results.add(itemOf(id), { outcome: 'failed', reason: `=HYPERLINK("x")${HOSTILE}` });
  const text = readFileSync(file, 'utf8');
  expect(text).not.toMatch(/,"?[=+\-@]/);
  expect(text).not.toMatch(CONTROL);
  const parts = async function* () {
    yield text;
  };
  expect((await readCsvIds(parts(), { name: 'failed.csv' })).ids).toEqual(ids);
});

test('--results has a row for an item that was sent and is unfinished, but none for items that this run did not send', async () => {
  const tenant = await startTenant(enrollments(['dev_1', 'dev_2', 'dev_3']));
  const file = join(tenant.folder, 'results.csv');
  const command = [...DELETE, 'dev_1', 'dev_2', 'dev_3', 'dev_4', '--yes', '--concurrency', '1'];
  const locked = tenant.sandbox.fail({ match: ({ params }) => params?.['id'] !== 'dev_2', with: 409, times: 2 });
  expect((await tenant.run(command)).status).toBe(1);
  locked.remove();
  tenant.sandbox.fail({ id: 'dev_1', with: 409 });
  tenant.sandbox.fail({ id: 'dev_3', with: 401, times: Number.POSITIVE_INFINITY });
  expect((await tenant.run([...command, '--results', file])).status).toBe(3);
  expect(summaries(file)).toEqual(['false dev_1 failed 1 409 ', 'false dev_3 unfinished   ']);
});

test.each<[string, (started: Set<unknown>) => unknown]>([
  ['gets its response after the end of the job', (started) => started.clear()],
  ['gets no token', () => Promise.reject(Object.assign(new Error('denied'), { name: 'TokenError' }))],
])('an item whose call %s gets no more row in --results', async (_title, end) => {
  const started = new Set<unknown>();
  const add = vi.fn();
  const job = {
    operation: { pathParameters: [] },
    options: {},
    request: {},
    resultsFile: { add, error: () => undefined },
  };
  const call = () => Promise.resolve(end(started)).then(() => ({}));
  // The casts are safe: only these members are used.
  const connection = { pace: () => Promise.resolve(), call } as unknown as Connection;
  const recordedCall = createRecordedCall(connection, { job, context: {}, started } as unknown as JobSummary);
  await Promise.allSettled([recordedCall(itemOf('dev_1'), {} as unknown as BulkCall)]);
  expect([add.mock.calls, [...started]]).toEqual([[], []]);
});

test('--results has only the row of a deleted item whose line could not be added to the journal', async () => {
  const folder = temporaryFolder();
  const [file, journal] = [join(folder, 'results.csv'), join(folder, 'job.journal')];
  const tenant = await startTenant({
    ...enrollments(['dev_1', 'dev_2']),
    onRequest: ({ params }) => params?.['id'] === 'dev_1' && rmSync(journal),
  });
  const options = ['--concurrency', '1', '--yes', '--journal', journal, '--results', file];
  expect((await tenant.run([...DELETE, 'dev_1', 'dev_2', ...options])).status).toBe(1);
  expect(summaries(file)).toEqual(['false dev_1 done 1 204 ']);
});

test('a job whose --results file cannot be written after an interruption exits with status 130 and prints the error code', async () => {
  const folder = join(temporaryFolder({ 'reports/other': '' }), 'reports');
  const interruption = new AbortController();
  const tenant = await startTenant({
    onRequest: () => {
      rmSync(folder, { recursive: true, force: true });
      interruption.abort();
    },
  });
  const command = [...DELETE, 'dev_1', 'dev_2', '--yes', '--results', join(folder, 'results.csv')];
  const { status, stderr } = await tenant.run(command, { signal: interruption.signal });
  expect(status).toBe(130);
  expect(stderr).toContain('Stopped (interrupted): ');
  expect(stderr).toMatch(/^--results must be a file that can be written \(\S+: ENOENT\); make it writable/m);
});

const REMEDY = 'make it writable, or choose another file';
const OTHER = 'must be a new file or a results file with the columns of this run; choose another name';

test.each([
  ['failed.txt', 'must be a file whose name ends with .csv'],
  ['missing/failed.csv', `must be a file that can be written (missing/failed.csv: ENOENT); ${REMEDY}`],
  ['device.csv', 'must be a regular file, not a device or a pipe'],
  ['link.csv', 'must not be the file of another option'],
  ['other.csv', OTHER],
  ['ids.csv', 'must not be the file of another option'],
  ['narrow.csv', OTHER],
  ['cut.csv', 'must be a file whose last row is complete; complete the row, or choose another name'],
])('--results %s is rejected before anything is sent, because it %s', async (file, message) => {
  const tenant = await startTenant(enrollments(['dev_1']));
  const csv = join(tenant.folder, 'ids.csv');
  writeFileSync(csv, 'id,user\ndev_1,Ada\n');
  writeFileSync(join(tenant.folder, 'other.csv'), 'id,outcome\ndev_1,x\n');
  writeFileSync(join(tenant.folder, 'cut.csv'), `${[...RESULTS_COLUMNS, 'user']}\n2026-`);
  writeFileSync(join(tenant.folder, 'narrow.csv'), `${RESULTS_COLUMNS}\n`);
  symlinkSync(csv, join(tenant.folder, 'link.csv'));
  symlinkSync('/dev/null', join(tenant.folder, 'device.csv'));
  const command = [...DELETE, '--csv', csv, '--yes', '--results', join(tenant.folder, file)];
  const { status, stderr } = await tenant.run(command);
  const text = stderr.replace(join(tenant.folder, '/'), '');
  expect({ status, text }).toEqual({ status: 2, text: `--results ${message}\n` });
  expect(tenant.sandbox.requests).toEqual([]);
});

test('--results creates no file if no row is written', async () => {
  const tenant = await startTenant();
  const file = join(tenant.folder, 'results.csv');
  expect((await tenant.run([...DELETE, 'dev_1', '--results', file])).stderr).toContain('pass --yes');
  expect(existsSync(file)).toBe(false);
});

test.each<[string, (file: string) => unknown]>([
  ['deleted', rmSync],
  ['emptied', (file) => writeFileSync(file, '')],
  ['changed', async (file) => (await open(file)).add(itemOf('dev_2'), { outcome: 'done' })],
])('--results adds no row and reports an error if a program has %s its file', async (_how, change) => {
  const file = join(temporaryFolder(), 'results.csv');
  const results = await open(file);
  results.add(itemOf('dev_1'), { outcome: 'done' });
  await change(file);
  results.add(itemOf('dev_3'), { outcome: 'done' });
  expect(results.error()?.message).toContain(`${file}: another program has deleted, moved or changed it)`);
  expect(existsSync(file) && readFileSync(file, 'utf8').includes('dev_3')).toBe(false);
});

test('--results stops the job after the calls in flight if a row cannot be written, and the journal gets no id without a row', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const folder = temporaryFolder();
  const fileOf = (option: string) => join(folder, `${option}.csv`);
  const events = new EventEmitter();
  let calls = 0;
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    if (url.includes('/oauth/')) return Response.json({ access_token: 't0ken', token_type: 'Bearer' });
    const released = once(events, 'release');
    calls += 1;
    if (calls === 8) events.emit('release', writeFileSync(fileOf('--results'), 'time\n'));
    await released;
    return url.endsWith('missing') ? Response.json({}, { status: 404 }) : new Response(null, { status: 204 });
  });
  const options = ['--results', '--journal'].flatMap((option) => [option, fileOf(option)]);
  const { status, stderr } = await runCli([...DELETE, 'missing', ...createIds(8), '--yes', ...options], { env: ENV });
  const problem = `${fileOf('--results')}: another program has deleted, moved or changed it`;
  const reason = `--results must be a file that can be written (${problem}); make it writable, or choose another file`;
  expect(stderr).toContain(`Stopped (${reason}): 0 deleted, 1 missing, 0 failed, 8 not finished\n`);
  expect(stderr).toContain('Not finished items that are deleted, but have no row in the file of --results: 7.');
  expect({ status, calls }).toEqual({ status: 1, calls: 8 });
  expect(readFileSync(fileOf('--journal'), 'utf8')).toMatch(/^.* journal 2\n$/);
});

const NUMBERS = ['--limit', '--max-rate', '--give-up-after', '--concurrency'];
test.each(NUMBERS)('%s must be a whole number above 0', async (option) => {
  for (const value of ['0', '-1', '1.5', 'five', '', '9999999999']) {
    const { status, stderr } = await runCli([...DELETE, 'dev_1', '--yes', `${option}=${value}`]);
    expect(stderr).toMatch(new RegExp(`^${option} must be a whole number from 1 to \\d+\n$`));
    expect(status).toBe(2);
  }
});

test.each([[], ['--journal']])(
  '--limit runs the first ids, and the same command without it continues %j',
  async (...option) => {
    const ids = ['dev_1', 'dev_2', 'dev_3', 'dev_4', 'dev_5'];
    const tenant = await startTenant(enrollments(ids));
    tenant.sandbox.fail({ id: 'dev_2', with: 409, times: 2 });
    const journal = option.flatMap((name) => [name, join(tenant.folder, 'chosen.journal')]);
    const command = [...DELETE, 'dev_1', ...ids, '--yes', '--json', '--concurrency', '1', ...journal];
    const { stdout, stderr } = await tenant.run([...command, '--limit', '3']);
    expect(stderr).toContain('  count   3 (dev_1, dev_2, dev_3); ignored duplicates: 1\n  limit   2 more ids left out');
    expect(stderr).toMatch(/^Finished: 2 deleted, 0 missing, 1 failed\nLeft out by --limit: 2\. To continue, .*\.$/m);
    expect(JSON.parse(stdout).summary).toMatchObject({ total: 5, done: 2, unfinished: 2, resumed: 0, duplicates: 1 });
    expect((await tenant.run([...command, '--limit', '1'])).stderr).toContain('increase or remove --limit\n');
    await tenant.run([...command, '--limit', '3']);
    const last = await tenant.run(command);
    expect(JSON.parse(last.stdout).summary).toMatchObject({ done: 5, unfinished: 0, resumed: 2 });
    expect(tenant.deletedIds()).toEqual(['dev_1', 'dev_2', 'dev_3', 'dev_2', 'dev_2', 'dev_4', 'dev_5']);
  },
);

test('--max-rate limits the requests per second, also token requests and retries, which do not time out behind other calls', async () => {
  onTestFinished(() => void vi.unstubAllGlobals().useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const times: number[] = [];
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    times.push(performance.now());
    const token = Response.json({ access_token: 't0ken', token_type: 'Bearer' });
    if (url.includes('/oauth/')) return new Promise((resolve) => setTimeout(resolve, 3_000, token));
    return times.length === 2 ? new Response(null, { status: 503 }) : Response.json({ name: 'Partner tokens' });
  });
  const ids = createIds(150);
  const running = runCli([...READ, ...ids, '--max-rate', '2', '--concurrency', '200'], { env: ENV });
  while (times.length === 0) await setImmediate();
  await vi.advanceTimersByTimeAsync(80_000);
  expect(await running).toMatchObject({ status: 0, stderr: expect.stringContaining('150 done, 0 missing, 0 failed') });
  expect(times).toHaveLength(152);
  // Timers ignore fractions of a millisecond.
  expect(times.filter((time, index) => index > 0 && time - (times[index - 1] ?? 0) < 499)).toEqual([]);
});
