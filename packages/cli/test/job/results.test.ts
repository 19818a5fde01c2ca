import { EventEmitter, once } from 'node:events';
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { openResults } from '../../src/output/output-files.ts';
import { createIds, DELETE, enrollments, READ, runCli, startTenant } from '../run-cli.ts';

/** Reads the rows of a results file as lists of texts, without their times. */
function readRows(file: string): string[][] {
  const text = readFileSync(file, 'utf8');
  const rows: Record<string, unknown>[] = file.endsWith('.json') ? JSON.parse(text) : parse(text, { columns: true });
  return rows.map(({ time, ...others }) => {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
    return Object.values(others).map((value) => String(value ?? ''));
  });
}

describe.each(['csv', 'json'])('--results with a .%s file', (extension) => {
  test('adds the outcome and the attempts of each item as soon as the item has its outcome, and rows of later runs', async () => {
    const file = join(temporaryFolder(), `results.${extension}`);
    const controller = new AbortController();
    const found: string[][] = [];
    const tenant = await startTenant({
      ...enrollments(['=1+1', 'a,"b"', 'dev_3']),
      onRequest: ({ params }) => {
        if (params?.['id'] === 'a,"b"' && found.length === 0) found.push(...readRows(file));
        if (params?.['id'] === 'missing') controller.abort();
      },
    });
    tenant.sandbox.fail({ id: '=1+1', with: [503, 'pass'] });
    tenant.sandbox.fail({ id: 'a,"b"', with: 409 });
    const command = [...DELETE, '=1+1', 'a,"b"', 'missing', 'dev_3', '--concurrency', '1', '--results', file];
    await tenant.run([...command, '--yes'], { signal: controller.signal });
    // An apostrophe protects spreadsheets from formulas.
    const done = ['false', extension === 'csv' ? "'=1+1" : '=1+1', 'done', '2', '204', ''];
    expect(found).toEqual([done]);
    const reason = (text: string) => expect.stringContaining(text);
    const rows = [
      done,
      ['false', 'a,"b"', 'failed', '1', '409', reason('409 Conflict')],
      ['false', 'missing', 'missing', '1', '404', reason('404 Not Found')],
      ['false', 'dev_3', 'unfinished', '', '', 'interrupted'],
    ];
    expect(readRows(file)).toEqual(rows);
    await tenant.run([...command, '--dry-run', '--limit', '2']);
    expect(readRows(file)).toEqual([...rows, ['true', 'a,"b"', 'unknown', '0', '', '']]);
  });
});

test.each<[string, string, (file: string) => unknown]>([
  ['deleted', 'csv', rmSync],
  ['deleted', 'json', rmSync],
  ['emptied', 'csv', truncateSync],
  ['changed', 'json', async (file) => (await openResults(file, [], false)).add({ id: 'dev_2', outcome: 'done' })],
])('--results adds no row and reports an error if a program has %s its .%s file', async (_how, extension, change) => {
  const file = join(temporaryFolder(), `results.${extension}`);
  const results = await openResults(file, [], false);
  results.add({ id: 'dev_1', outcome: 'done' });
  await change(file);
  results.add({ id: 'dev_3', outcome: 'done' });
  expect(results.error()?.message).toContain(`${file}: another program has deleted, moved or changed it)`);
  expect(existsSync(file) && readFileSync(file, 'utf8').includes('dev_3')).toBe(false);
});

const ENV = { TENANT_DOMAIN: 'acme.example.com', TENANT_CLIENT_ID: 'help-desk', TENANT_CLIENT_SECRET: 'secret' };

test('--results stops the job after the calls in flight if a row cannot be written, and the journal gets no id without a row', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const folder = temporaryFolder();
  const fileOf = (option: string) => join(folder, `${option}.json`);
  const events = new EventEmitter();
  let calls = 0;
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    if (url.includes('/oauth/')) return Response.json({ access_token: 't0ken', token_type: 'Bearer' });
    const released = once(events, 'release');
    calls += 1;
    if (calls === 8) events.emit('release', writeFileSync(fileOf('--results'), '[\n]\n\n'));
    await released;
    return url.endsWith('missing') ? Response.json({}, { status: 404 }) : new Response(null, { status: 204 });
  });
  const options = ['--results', '--journal', '--failures'].flatMap((option) => [option, fileOf(option)]);
  const { status, stderr } = await runCli([...DELETE, 'missing', ...createIds(8), '--yes', ...options], { env: ENV });
  const problem = `${fileOf('--results')}: another program has deleted, moved or changed it`;
  const reason = `--results must be a file that can be written (${problem}); make it writable, or choose another file`;
  expect(stderr).toContain(`Stopped (${reason}): 0 deleted, 1 missing, 0 failed, 8 not finished\n`);
  expect(stderr).toContain('Not finished items that are deleted, but have no row in the file of --results: 7.');
  expect({ status, calls }).toEqual({ status: 1, calls: 8 });
  expect(readFileSync(fileOf('--journal'), 'utf8')).toMatch(/^.* journal 2\n$/);
  const unfinished = createIds(8).map((id) => ({ id, outcome: 'unfinished', status: null, reason }));
  expect(JSON.parse(readFileSync(fileOf('--failures'), 'utf8'))).toEqual(unfinished);
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
