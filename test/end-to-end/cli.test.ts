// Tests the built command line as a process: in a pipe, in a terminal, with signals, and killed.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLI, startCli, terminalTest, textOf } from '../../packages/cli/test/built-cli.ts';
import { checkKilledJob } from '../../packages/cli/test/killed-job.ts';
import { createIds, DELETE, enrollments, OPERATION, startTenant } from '../../packages/cli/test/run-cli.ts';
import { startProxy } from '../../packages/cli/test/start-proxy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Milliseconds for the start of the command on a busy machine. */
const PROCESS_START_MS = 60_000;

describe('the command line in a pipe', () => {
  test.each(['stdout', 'stderr'] as const)('continues a job if the program that reads its %s exits', async (name) => {
    const { env, sandbox } = await startTenant(enrollments(['dev_1']));
    const { child, ended } = startCli([...DELETE, ...createIds(40), 'dev_1', '--yes', '--concurrency', '1'], { env });
    child[name]?.destroy();
    expect((await ended).status).toBe(0);
    expect(sandbox.enrollments.size).toBe(0);
  });

  test.runIf(existsSync('/dev/full'))('exits with status 1 if its results cannot be written to stdout', async () => {
    const { env } = await startTenant(enrollments(['dev_1']));
    const command = [process.execPath, CLI, ...DELETE, 'dev_1', '--yes', '--json', '> /dev/full'].join(' ');
    const child = execFile('sh', ['-c', command], { env: { ...process.env, ...env } });
    const stderr = child.stderr?.toArray();
    const [status] = await once(child, 'close');
    expect(status).toBe(1);
    expect((await stderr)?.join('')).toContain('The results could not be written to stdout (ENOSPC).\n');
  });

  test.skipIf(process.platform === 'win32')('reports a results file whose row is cut off', async () => {
    const limited = ['ulimit -f 1; exec "$0" "$@"', process.execPath, CLI, ...DELETE, ...createIds(20)];
    const options = ['--dry-run', '--results', join(temporaryFolder(), 'results.csv')];
    const { env } = await startTenant();
    const { ended } = startCli([...limited, ...options], { env, node: 'sh', cli: '-c' });
    const stderr = expect.stringMatching(/^Stopped \(--results must be .*: EFBIG\);.*\): .* 20 unknown, 0 failed$/m);
    expect(await ended).toMatchObject({ status: 1, stderr });
  });
});

const VARIABLES = [{ NODE_USE_ENV_PROXY: '1' }, { NODE_OPTIONS: '--use-env-proxy' }].filter(
  ({ NODE_OPTIONS = '--use-env-proxy' }) => process.allowedNodeEnvironmentFlags.has(NODE_OPTIONS),
);
test.each(VARIABLES)('requests to loopback use no proxy, not even with %j', async (variables) => {
  const tenant = await startTenant(enrollments(['dev_1']));
  const proxy = await startProxy();
  const env = { ...tenant.env, ...variables, HTTP_PROXY: proxy.url };
  const { status } = await startCli([...DELETE, 'dev_1', '--yes'], { env }).ended;
  expect({ status, requests: proxy.requests }).toEqual({ status: 0, requests: [] });
});

test('a second SIGINT ends the command immediately with status 130, even if a call does not end', async () => {
  const { env, sandbox } = await startTenant(enrollments(['dev_1']));
  sandbox.fail({ id: 'dev_1', with: 'stall' });
  const { child, ended, printed } = startCli([...DELETE, 'dev_1', '--yes'], { env });
  expect(await sandbox.requests.waitFor({ operation: OPERATION }, { timeout: PROCESS_START_MS })).toBeDefined();
  child.kill('SIGINT');
  await printed(/press Ctrl-C again/);
  child.kill('SIGINT');
  expect((await ended).status).toBe(130);
});

test('after a SIGINT, the command waits some seconds for a stalled call, then aborts the call and exits with status 130', async () => {
  const { env, sandbox } = await startTenant(enrollments(['dev_1']));
  sandbox.fail({ id: 'dev_1', with: 'stall' });
  const { child, ended } = startCli([...DELETE, 'dev_1', '--yes'], { env });
  await sandbox.requests.waitFor({ operation: OPERATION }, { timeout: PROCESS_START_MS });
  child.kill('SIGINT');
  const { status, stderr } = await ended;
  expect(status).toBe(130);
  expect(stderr).toContain('Stopped (interrupted): 0 deleted, 0 missing, 0 failed, 1 not finished\n');
});

describe('the command line in a terminal', () => {
  terminalTest.for([
    { answer: 'no', keys: 'no\r', message: 'Nothing was sent.' },
    { answer: 'y', keys: 'y\r', message: 'Nothing was sent.' },
    { answer: 'empty', keys: '\r', message: 'Nothing was sent.' },
    { answer: 'Ctrl-C', keys: '\u0003', message: 'Interrupted. Nothing was sent.' },
    { answer: 'Ctrl-D', keys: '\u0004', message: 'Interrupted. Nothing was sent.' },
  ])('sends nothing and exits with status 130 if the answer is $answer', async ({ keys, message }, { terminal }) => {
    const { env, sandbox } = await startTenant(enrollments(['dev_1']));
    const { child, ended, printed } = terminal([...DELETE, 'dev_1'], env);
    await printed(/Delete 1 item\?[\s\S]*confirm\./);
    child.stdin?.write(keys);
    const { status, stdout } = await ended;
    expect(status).toBe(130);
    expect(textOf(stdout)).toContain(message);
    expect(sandbox.requests).toEqual([]);
  });

  terminalTest('shows the progress of an earlier run before the first result', async ({ terminal }) => {
    const { env, sandbox, run } = await startTenant(enrollments(['dev_1', 'dev_2']));
    const command = [...DELETE, 'dev_1', 'dev_2', '--yes'];
    sandbox.fail({ id: 'dev_2', with: 409 });
    await run(command);
    const { ended } = terminal(command, env);
    const output = textOf((await ended).stdout);
    expect(output).toContain('1 of 2: 1 done, 0 missing, 0 failed');
    expect(output).not.toContain('0 of 2');
  });

  terminalTest('shows that a call without a response is in progress', async ({ terminal }) => {
    const { env, sandbox } = await startTenant(enrollments(['dev_1']));
    sandbox.fail({ id: 'dev_1', with: 'stall' });
    const { printed } = terminal([...DELETE, 'dev_1', '--yes'], env);
    await printed(/0 of 1: 0 done, 0 missing, 0 failed/);
    expect(await sandbox.requests.waitFor({ operation: OPERATION }, { timeout: PROCESS_START_MS })).toBeDefined();
  });

  terminalTest('ends on Ctrl-C with status 130 while it reads ids that the user types', async ({ terminal }) => {
    const { env } = await startTenant();
    const { child, ended, printed } = terminal([...DELETE, '-', '--yes'], env);
    await printed(/Reading stdin until Ctrl-D/);
    child.stdin?.write('dev_1\r\u0003');
    const { status, stdout } = await ended;
    expect(status).toBe(130);
    expect(textOf(stdout)).toContain('Interrupted. Nothing was sent.');
  });

  terminalTest(
    'requires --yes if the user types the ids, because the command cannot read ids and an answer from the same stdin',
    async ({ terminal }) => {
      const { env, sandbox } = await startTenant(enrollments(['dev_1']));
      const { child, ended, printed } = terminal([...DELETE, '-'], env);
      await printed(/Reading stdin until Ctrl-D/);
      child.stdin?.write('dev_1\r\u0004');
      const { status, stdout } = await ended;
      expect(status).toBe(2);
      expect(textOf(stdout)).toContain('pass --yes to confirm: Delete 1 item ');
      expect(sandbox.requests).toEqual([]);
    },
  );

  terminalTest(
    'shows tenant, client and number of items in the confirmation question, and deletes after the answer yes',
    async ({ terminal }) => {
      const { env, sandbox } = await startTenant(enrollments(['dev_1', 'dev_2']));
      const { child, ended, printed } = terminal([...DELETE, 'dev_1', 'dev_2'], env);
      await printed(/Delete 2 items\? \(tenant http:\S+, client sandbox-client\)[\s\S]*confirm\./);
      expect(sandbox.requests).toEqual([]);
      child.stdin?.write('yes\r');
      const { status, stdout } = await ended;
      expect(status).toBe(0);
      expect(textOf(stdout)).toMatch(/2 of 2: 2 done, 0 missing, 0 failed, [\d.]+ per second, \d+ s left/);
      expect(textOf(stdout)).toContain('Finished: 2 deleted, 0 missing, 0 failed\n');
      expect(sandbox.enrollments.size).toBe(0);
    },
  );

  terminalTest(
    'counts the ids that another run of the same command finishes while this run waits for the confirmation',
    async ({ terminal }) => {
      const { env, sandbox, run } = await startTenant(enrollments(['dev_1', 'dev_2']));
      const command = [...DELETE, 'dev_1', 'dev_2'];
      const results = join(temporaryFolder(), 'results.csv');
      const { child, ended, printed } = terminal([...command, '--results', results], env);
      await printed(/Delete 2 items\?[\s\S]*confirm\./);
      sandbox.fail({ id: 'dev_2', with: 409 });
      expect((await run([...command, '--yes'])).stderr).toContain('Finished: 1 deleted, 0 missing, 1 failed\n');
      child.stdin?.write('yes\r');
      const { status, stdout } = await ended;
      expect(status).toBe(0);
      expect(textOf(stdout)).toContain('Finished: 1 deleted, 0 missing, 0 failed, 1 done by earlier runs\n');
      expect(readFileSync(results, 'utf8')).not.toContain('unfinished');
    },
  );

  terminalTest('asks for the client secret before the confirmation, and hides the secret', async ({ terminal }) => {
    const { env, sandbox } = await startTenant(enrollments(['dev_1']));
    const { TENANT_CLIENT_SECRET, ...others } = env;
    const { child, ended, printed } = terminal([...DELETE, 'dev_1'], others);
    await printed(/Client secret/);
    child.stdin?.write(`${TENANT_CLIENT_SECRET}\r`);
    await printed(/Delete 1 item\?[\s\S]*confirm\./);
    child.stdin?.write('yes\r');
    const { status, stdout } = await ended;
    expect(status).toBe(0);
    expect(stdout).not.toContain(TENANT_CLIENT_SECRET);
    expect(sandbox.enrollments.size).toBe(0);
  });
});

/** Number of jobs; each is killed five times. */
const JOBS = 10;

describe('a job of 1,000 deletes', () => {
  test.for(Array.from({ length: JOBS }, (_, index) => index + 1))(
    'deletes every id if the command is killed at five random points, and repeats only calls that were in flight (seed %i)',
    async (seed) => {
      await checkKilledJob({ count: 1_000, kills: 5, seed });
    },
  );
});

/** Returns a module that kills its process before it opens the journal or adds to the results file for the nth time. */
const killBefore = (nth: number) => `import fs, { promises } from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  let left = ${nth};
  const killing = (open) => (path, ...others) => {
    if (/\\.(journal|csv)$/.test(path) && --left === 0) process.kill(process.pid, 'SIGKILL');
    return open(path, ...others);
  };
  fs.appendFileSync = killing(fs.appendFileSync);
  promises.open = killing(promises.open);
  syncBuiltinESMExports();`;

test('each deleted id has a row in the file of --results, whichever write of the first run a SIGKILL prevents', async () => {
  let nth = 0;
  for (let status: number | null = null; status === null; ) {
    nth += 1;
    const { env, folder } = await startTenant(enrollments(['dev_1', 'dev_2']));
    const results = join(folder, 'results.csv');
    const command = [...DELETE, 'dev_1', 'dev_2', '--yes', '--concurrency', '1', '--results', results];
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(killBefore(nth))}`;
    ({ status } = await startCli(command, { env: { ...env, NODE_OPTIONS } }).ended);
    await startCli(command, { env }).ended;
    expect(readFileSync(results, 'utf8')).toMatch(/,dev_1,(done|missing),.*,dev_2,(done|missing),/s);
  }
  // The check and the header of the journal, and a row and a line for each id.
  expect(nth - 1).toBe(6);
});

/** A module that prints the largest resident set size of its process in kilobytes at its end. */
const PRINT_RSS = "process.on('exit', () => console.error('max RSS', process.resourceUsage().maxRSS))";

test.for([['--dry-run', '--limit', '1'], ['--yes']])(
  'a CSV file of 1,000,000 rows needs less than 300 MB with %j',
  async (options) => {
    let interrupt = () => {};
    const { env, folder } = await startTenant({ onRequest: ({ operation }) => operation === OPERATION && interrupt() });
    const rows = Array.from(
      { length: 1_000_000 },
      (_, index) => `user${index}@example.com,dev_${1e15 + index},Sales\n`,
    );
    writeFileSync(join(folder, 'ids.csv'), `user,id,department\n${rows.join('')}`);
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(PRINT_RSS)}`;
    const command = [...DELETE, '--csv', join(folder, 'ids.csv'), ...options];
    const { child, ended } = startCli(command, { env: { ...env, NODE_OPTIONS } });
    interrupt = () => child.kill('SIGINT');
    const { stderr } = await ended;
    expect(stderr).toMatch(/999999 more ids left out|count {3}1000000 /);
    expect(Number(/max RSS (\d+)/.exec(stderr)?.[1])).toBeLessThan(300_000);
  },
);

describe('the command after a SIGINT', () => {
  test('starts no more calls, waits for the calls in flight and exits with status 130, and the next run continues', async () => {
    const ids = createIds(100);
    let interrupt = () => {};
    let requests = 0;
    const tenant = await startTenant({
      ...enrollments(ids),
      onRequest: ({ operation }) => {
        if (operation === OPERATION) requests += 1;
        if (requests === 30) interrupt();
      },
    });
    const command = [...DELETE, ...ids, '--yes'];
    const { child, ended } = startCli(command, { env: tenant.env });
    interrupt = () => child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(status).toBe(130);
    expect(stderr).toMatch(/^Stopped \(interrupted\): \d+ deleted, 0 missing, 0 failed, \d+ not finished\n/m);
    expect(stderr).toMatch(/\nTo continue, run the same command again with the same ids: .*\n$/);

    const second = await startCli(command, { env: tenant.env }).ended;
    expect(second.status).toBe(0);
    expect(second.stderr).toMatch(/Finished: \d+ deleted, 0 missing, 0 failed, \d+ done by earlier runs\n/);
    expect(tenant.deletedIds()).toHaveLength(100);
  });
});
