// Tests `npm run verify` with a live tenant: a run in which the suite passes, and a run in which it fails. A sandbox acts
// as the live tenant.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  contractReportOf,
  DELETED_ENROLLMENT,
  KEPT,
  KEPT_ENROLLMENT,
  profile,
  READ,
  runLive,
  secrets,
  serveBehind,
  startTenant,
  type TenantResponse,
  withUndocumentedFields,
  writeVariables,
} from '../support/live-tenant-server.ts';
import { copyTest } from '../support/project-copy.ts';

/**
 * Violates the document: the read gets a 500 response, one delete gets a 400 response that contains the token, and the
 * other delete gets a redirect.
 */
const breakEveryOperation =
  (redirectTarget: string) =>
  ({ method, url = '', headers: { authorization = '' } }: IncomingMessage): TenantResponse => {
    const json = { 'content-type': 'application/json' };
    if (method === 'GET') return { status: 500, headers: json, body: '{}' };
    if (url.includes('/token-exchange-profiles/')) {
      return {
        status: 400,
        headers: { ...json, 'x-echo': authorization },
        body: JSON.stringify({ message: authorization }),
      };
    }
    return { status: 307, headers: { ...json, location: new URL(redirectTarget).origin + url }, body: '{}' };
  };

copyTest(
  'npm run verify passes on a live tenant, deletes only the ids that were passed, and reports the differences',
  async ({ project }) => {
    const sandbox = await startTenant();
    sandbox.profiles.set(READ, { ...profile(READ), tier: 'gold' });
    // One read gets a 429 response, so the suite must retry it.
    sandbox.fail({ operation: 'get_token-exchange-profiles_by_id', with: 429 });
    const statuses: number[] = [];
    const baseUrl = await serveBehind(sandbox, (request, reply) => {
      const changed = withUndocumentedFields(request, reply);
      statuses.push(changed.status);
      return changed;
    });
    await writeVariables(sandbox, baseUrl, project);

    const { status, output } = await runLive(
      project,
      'scripts/verify.ts',
      '--allow-deletes',
      '--enrollment',
      DELETED_ENROLLMENT,
    );

    expect(status, output).toBe(0);
    // The suite prints the calls before it makes them.
    expect(output).toMatch(
      /^Calls the live tenant http:\/\/127\.0\.0\.1:\d+\/api\/v2 as client operator,\nwith tokens of http:\/\/127\.0\.0\.1:\d+\/oauth\/token\/ for the audience \/api\/v2\/:\n {2}GET \/token-exchange-profiles\/tep_Read000000000001: read/,
    );
    expect(output).toContain(
      'DELETE /token-exchange-profiles/{id}: not called: no id to delete was passed; to delete an item, pass --allow-deletes',
    );
    expect(output).toContain(
      `DELETE /guardian/enrollments/${DELETED_ENROLLMENT}: DELETES THE ITEM, after calls with invalid`,
    );
    // The suite prints the reason for each skipped test.
    expect(output).toContain('returns 429 for a call above the rate limit: skipped: the suite does not exhaust');
    expect(output).toContain('returns 2XX for client credentials: skipped: no id to delete was passed');
    // The suite deletes only the enrollment whose id was passed.
    expect(statuses).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 404, 429]));
    const deletes = sandbox.requests.filter(({ method }) => method === 'DELETE');
    expect(new Set(deletes.map(({ path }) => path))).toEqual(
      new Set(['/api/v2/guardian/enrollments/email%7Cdev_Deleted000000001']),
    );
    expect([...sandbox.enrollments.keys()]).toEqual([KEPT_ENROLLMENT]);
    expect([...sandbox.profiles.keys()]).toEqual([READ, KEPT]);
    // The report lists the differences between the responses and the document.
    const rows = output.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows).toContain('| `GET /token-exchange-profiles/{id}` | 200 | undocumented fields | `tier` |');
    expect(rows).toContain('| `DELETE /guardian/enrollments/{id}` | 204 | status | documented only as `2XX` |');
    expect(output).toContain(
      'Every response has these header fields, which the document does not declare for every response: `set-cookie`, `x-echo`, `x-surprise`.',
    );
    const report = await readFile(join(project.root, 'reports/drift.md'), 'utf8');
    expect(report.split('\n')).toEqual(expect.arrayContaining(rows));
    expect(output).not.toMatch(secrets);
    expect(await contractReportOf(project)).not.toMatch(secrets);
  },
);

copyTest(
  'npm run verify exits with status 1 for undocumented statuses, follows no redirect, and does not print a token that a response contains',
  async ({ project }) => {
    const sandbox = await startTenant();
    const redirectTarget = await startTenant();
    const respond = breakEveryOperation(redirectTarget.baseUrl);
    const deleted = new Set<string>();
    const baseUrl = await serveBehind(sandbox, (request) => {
      if (request.method === 'DELETE') deleted.add(request.url ?? '');
      return respond(request);
    });
    await writeVariables(sandbox, baseUrl, project);

    const ids = ['--profile', KEPT, '--enrollment', DELETED_ENROLLMENT];
    const { status, output } = await runLive(project, 'scripts/verify.ts', '--allow-deletes', ...ids);

    expect(status, output).toBe(1);
    expect(deleted).toEqual(
      new Set([`/api/v2/token-exchange-profiles/${KEPT}`, '/api/v2/guardian/enrollments/email%7Cdev_Deleted000000001']),
    );
    expect(output).toContain('Unable to match the returned status code with those defined in the document');
    expect(output).toContain('| `GET /token-exchange-profiles/{id}` | 500 | status | not documented |');
    expect(output).toContain('307');
    expect(redirectTarget.requests).toEqual([]);
    expect(output).toContain('[access token]');
    expect(output).not.toMatch(secrets);
    expect(await contractReportOf(project)).not.toMatch(secrets);
  },
);
