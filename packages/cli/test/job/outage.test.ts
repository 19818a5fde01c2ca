import { describe, expect, test } from 'vitest';
import { createIds, DELETE, enrollments, OPERATION, startTenant } from '../run-cli.ts';

const OUTAGE =
  '16 calls in a row got no usable response; the last error: 500 Internal Server Error: DELETE /guardian/enrollments/{id}: Injected fault';

describe('a job during an outage of the tenant', () => {
  test('exits with status 4 after 16 calls in a row without a usable response, and does not send the other ids', async () => {
    const ids = createIds(100);
    const tenant = await startTenant(enrollments(ids));
    tenant.sandbox.fail({ operation: OPERATION, with: 500, times: Number.POSITIVE_INFINITY });
    const { status, stderr } = await tenant.run([...DELETE, ...ids, '--yes', '--concurrency', '1']);
    expect(status).toBe(4);
    expect(stderr).toContain(`Stopped (${OUTAGE}): 0 deleted, 0 missing, 16 failed, 84 not finished\n`);
  });

  test('reports the calls that were in flight when it stopped', async () => {
    const ids = createIds(40);
    const [slow = ''] = ids;
    const tenant = await startTenant(enrollments(ids));
    const sent = () => tenant.deletedIds().length;
    tenant.sandbox.fail({ id: slow, with: 'pass', latency: 500 });
    tenant.sandbox.fail({ operation: OPERATION, with: 500, times: Number.POSITIVE_INFINITY });
    const { status, stdout } = await tenant.run([...DELETE, ...ids, '--yes', '--json', '--concurrency', '20']);
    const { stopped, summary, results } = JSON.parse(stdout);
    expect({ status, stopped }).toEqual({ status: 4, stopped: OUTAGE });
    expect(results).toContainEqual({ id: slow, outcome: 'done', status: 204 });
    expect(summary).toMatchObject({ done: 1, failed: sent() - 1, unfinished: ids.length - sent() });
    expect(sent()).toBeLessThan(ids.length);
  });

  test('stops after 16 calls without a usable response, even if an earlier run has finished only the last id', async () => {
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
    const command = [...DELETE, ...ids, '--yes', '--concurrency', '1'];
    expect((await tenant.run(command)).status).toBe(1);
    locked.remove();
    failAll(500);
    expect((await tenant.run(command)).stderr).toContain(
      `Stopped (${OUTAGE}): 0 deleted, 0 missing, 16 failed, 1 done by earlier runs, 23 not finished\n`,
    );
  });
});
