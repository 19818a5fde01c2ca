// Tests examples/bulk-delete.js with the packed packages, on the machine's own Node: after a run was killed, the same
// command continues the job.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packPackages } from '../../scripts/process/pack.ts';
import { createDeleteJob, indexesOf, missingIds } from '../support/bulk-delete.ts';
import { projectRoot } from '../support/project-copy.ts';
import { createRandom } from '../support/seeded-random.ts';

const COUNT = 200;
/** Default of the option `concurrency` of `bulk`. */
const CONCURRENCY = 8;

/** Path of the Node on the machine, which can be older than the Node in node_modules. */
const machineNode =
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .map((path) => join(path, 'node'))
    .find((file) => existsSync(file)) ?? process.execPath;

let folder = '';
let example = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulk-delete-'));
  example = join(folder, 'bulk-delete.js');
  await copyFile(join(projectRoot, 'examples/bulk-delete.js'), example);
  await copyFile(join(projectRoot, 'examples/service/package.json'), join(folder, 'package.json'));
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'tenant-management-client');
  await mkdir(installed, { recursive: true });
  execFileSync('tar', ['-xzf', packPackages(folder).client, '--strip-components=1', '-C', installed]);
  // Link the two dependencies of the client. Their own dependencies contain only types, so no link is necessary.
  for (const name of ['oauth4webapi', 'openapi-fetch']) {
    await symlink(join(projectRoot, 'node_modules', name), join(modules, name), 'junction');
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([1, 2, 3, 4, 5, 6])(
  'if two runs of bulk-delete.js are killed, the third run finishes all 200 enrollments, and only calls that were in flight are repeated (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    const runFolder = await mkdtemp(join(folder, 'run-'));
    const job = await createDeleteJob(runFolder, { example, node: machineNode, count: COUNT });
    const sentAgain = new Set<string>();
    for (let run = 0; run < 2; run += 1) {
      const request = 1 + Math.floor(random() * 90);
      const before = new Set(job.requestsById().keys());
      const killed = await job.run({ request, signal: 'SIGKILL' });
      expect(killed, `killed at request ${request} of run ${run}`).toMatchObject({ status: null, signal: 'SIGKILL' });
      const recorded = new Set(indexesOf(job.journalLines()).map((index) => job.ids[index]));
      const inFlight = [...job.requestsById().keys()].filter((id) => !before.has(id) && !recorded.has(id));
      expect(inFlight.length).toBeLessThanOrEqual(CONCURRENCY);
      for (const id of inFlight) sentAgain.add(id);
    }

    const last = await job.run();
    expect(last.status).toBe(0);
    // An id is reported as missing only if a killed run had already sent a request for this id.
    expect(missingIds(last.stdout).filter((id) => !sentAgain.has(id))).toEqual([]);
    expect(last.stderr).toMatch(
      /\nFinished: \d+ deleted, \d+ not found, 0 failed\nEarlier runs finished \d+ other ids\.\n$/,
    );
    expect(job.sandbox.enrollments.size).toBe(0);
    expect(indexesOf(job.journalLines()).toSorted((a, b) => a - b)).toEqual([...job.ids.keys()]);
    const sentTwice = [...job.requestsById()].filter(([, count]) => count > 1).map(([id]) => id);
    expect(sentTwice.filter((id) => !sentAgain.has(id))).toEqual([]);

    // Another run has nothing to do.
    const requests = job.sandbox.requests.length;
    expect(await job.run()).toMatchObject({ status: 0, stdout: '' });
    expect(job.sandbox.requests).toHaveLength(requests);
  },
);
