import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createRandom } from '../../../test/support/simulated/seeded-random.ts';
import { type StartOptions, startCli } from './built-cli.ts';
import { createIds, DELETE, enrollments, OPERATION, startTenant } from './run-cli.ts';

/** Default of the option `--concurrency`. */
const CONCURRENCY = 8;

/** The size of a job, and how often it is killed. */
export interface KilledJob extends Pick<StartOptions, 'node' | 'cli'> {
  readonly count: number;
  /** Number of runs that are killed with SIGKILL, each after a random number of requests. */
  readonly kills: number;
  readonly seed: number;
}

/**
 * Deletes enrollments of a CSV file with the built command, kills the command several times, and runs it again until it
 * finishes. Checks that every id is deleted, that the last run reports every id as deleted or missing, and that the
 * command sends an id again only if the call for this id was in flight when the command was killed.
 */
export async function checkKilledJob({ count, kills, seed, node, cli }: KilledJob): Promise<void> {
  const random = createRandom(seed);
  const ids = createIds(count);
  let kill = () => {};
  let requests = 0;
  let killAt = Number.POSITIVE_INFINITY;
  const tenant = await startTenant({
    ...enrollments(ids),
    onRequest: ({ operation }) => {
      if (operation === OPERATION) requests += 1;
      if (requests === killAt) kill();
    },
  });
  const csv = join(tenant.folder, 'ids.csv');
  writeFileSync(csv, `\uFEFFuser,id\r\n${ids.map((id) => `"a, b",${id}\r\n`).join('')}`);
  const start = () => {
    const options = { env: tenant.env, ...(node && { node }), ...(cli && { cli }) };
    const started = startCli([...DELETE, '--csv', csv, '--yes', '--json'], options);
    kill = () => started.child.kill('SIGKILL');
    return started;
  };
  const journalFolder = join(tenant.folder, 'tenant-management');
  /** Returns the positions of the finished ids, which the journal contains. */
  const recorded = () =>
    readdirSync(journalFolder)
      .filter((name) => name.endsWith('.journal'))
      .flatMap((name) => readFileSync(join(journalFolder, name), 'utf8').split('\n').slice(1, -1))
      .map((line) => Number(line.split(' ')[0]));

  const sentAgain = new Set<string>();
  const points = Array.from({ length: kills }, () => 1 + Math.floor(random() * (count - 1))).toSorted((a, b) => a - b);
  for (const point of points) {
    if (point <= requests) continue;
    killAt = point;
    expect(await start().ended).toMatchObject({ status: null, stdout: '' });
    const finished = new Set(recorded().map((index) => ids[index] ?? ''));
    // An id that was in flight at an earlier kill is missing, so it has no line, and each run sends it again.
    const inFlight = [...new Set(tenant.deletedIds())].filter((id) => !finished.has(id) && !sentAgain.has(id));
    expect(inFlight.length).toBeLessThanOrEqual(CONCURRENCY);
    for (const id of inFlight) sentAgain.add(id);
  }
  killAt = Number.POSITIVE_INFINITY;

  const { status, stdout } = await start().ended;
  expect(status).toBe(0);
  expect(tenant.sandbox.enrollments.size).toBe(0);
  const { summary, results }: { summary: Record<string, number>; results: { id: string; outcome: string }[] } =
    JSON.parse(stdout);
  expect(summary).toMatchObject({ total: count, failed: 0, unfinished: 0 });
  expect((summary['done'] ?? 0) + (summary['missing'] ?? 0)).toBe(count);
  // An id is reported as missing only if a killed run had already sent a request for this id.
  expect(results.filter(({ id, outcome }) => outcome !== 'done' && !sentAgain.has(id))).toEqual([]);
  const sent = tenant.deletedIds();
  const repeated = sent.filter((id, index) => sent.indexOf(id) !== index);
  expect(repeated.filter((id) => !sentAgain.has(id))).toEqual([]);
  expect(recorded()).toEqual([]);
}
