import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { DELETE, enrollments, startTenant } from './run-cli.ts';

describe('--json', () => {
  test('prints the properties that the README documents', async () => {
    const readme = readFileSync(join(projectRoot, 'packages/cli/README.md'), 'utf8');
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
      { id: 'dev_1', outcome: 'done', status: 204 },
      { id: 'dev_2', outcome: 'missing', status: 404, reason: `404 Not Found: ${path}: Enrollment not found` },
      { id: 'dev_3', outcome: 'failed', status: 409, reason: `409 Conflict: ${path}: Locked` },
    ]);
  });
});
