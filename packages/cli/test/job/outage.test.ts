import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { createIds, DELETE, enrollments, OPERATION, startTenant } from '../run-cli.ts';

const OUTAGE =
  'the last calls got no usable response; the last error: 500 Internal Server Error: DELETE /guardian/enrollments/{id}: Injected fault';

describe('a job during an outage of the tenant', () => {
  test('exits with status 4 if the first 16 calls get no usable response, and does not send the other ids', async () => {
    const ids = createIds(100);
    const tenant = await startTenant(enrollments(ids));
    tenant.sandbox.fail({ operation: OPERATION, with: 500, times: Number.POSITIVE_INFINITY });
    const { status, stderr } = await tenant.run([...DELETE, ...ids, '--yes', '--concurrency', '1']);
    expect(status).toBe(4);
    expect(stderr).toContain(`Stopped (${OUTAGE}): 0 deleted, 0 missing, 16 failed, 84 not finished\n`);
  });

  test('pauses the job until --give-up-after if an earlier run has finished an id', async () => {
    const ids = createIds(40);
    const tenant = await startTenant(enrollments(ids));
    const failAll = (status: number) =>
      tenant.sandbox.fail({
        operation: OPERATION,
        match: ({ params }) => params?.['id'] !== ids.at(-1),
        with: status,
        times: Number.POSITIVE_INFINITY,
      });
    const locked = failAll(409);
    const command = [...DELETE, ...ids, '--yes', '--concurrency', '1', '--give-up-after', '3'];
    expect((await tenant.run(command)).status).toBe(1);
    locked.remove();
    failAll(500);
    expect((await tenant.run(command)).stderr).toContain(
      `Stopped (${OUTAGE}): 0 deleted, 0 missing, 16 failed, 1 done by earlier runs, 23 not finished\n`,
    );
  });

  test('pauses the job, says so, and continues: no id fails', async () => {
    const ids = createIds(40);
    const tenant = await startTenant(enrollments(ids));
    tenant.sandbox.fail({ operation: OPERATION, with: 'pass', times: 5 });
    tenant.sandbox.fail({ operation: OPERATION, with: 500, times: 16 });
    const results = join(temporaryFolder(), 'results.csv');
    const command = [...DELETE, ...ids, '--yes', '--concurrency', '1', '--results', results];
    const { status, stderr } = await tenant.run(command);
    expect(status).toBe(0);
    // The row of an item counts the attempts of both calls.
    expect(readFileSync(results, 'utf8').match(/,done,2,204,/g) ?? []).toHaveLength(16);
    expect(stderr).toMatch(
      /\n5 of 40: 5 done, 0 missing, 0 failed, 16 waiting, no usable response for \d s, next attempt in 1 s\n/,
    );
    expect(stderr).toContain('Finished: 40 deleted, 0 missing, 0 failed\n');
    expect(tenant.sandbox.enrollments.size).toBe(0);
  });
});
