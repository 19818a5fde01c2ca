// Runs of the contract suite against a live tenant, in addition to those of verify-live.test.ts.
import { expect } from 'vitest';
import {
  asPublicService,
  DELETED_ENROLLMENT,
  KEPT,
  KEPT_ENROLLMENT,
  READ,
  runLive,
  serveBehind,
  startTenant,
  writeVariables,
} from '../support/live-tenant-server.ts';
import { copyTest } from '../support/project-copy.ts';

copyTest('npm run test:contract -- --target live sends no DELETE without --allow-deletes', async ({ project }) => {
  const sandbox = await startTenant();
  await writeVariables(sandbox, await serveBehind(sandbox, asPublicService), project);

  const { status, output } = await runLive(project, 'scripts/contract.ts');

  expect(status, output).toBe(0);
  expect(sandbox.requests.map(({ method }) => method)).toContain('GET');
  expect(sandbox.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  expect([...sandbox.profiles.keys(), ...sandbox.enrollments.keys()]).toEqual([
    READ,
    KEPT,
    DELETED_ENROLLMENT,
    KEPT_ENROLLMENT,
  ]);
});

copyTest('npm run test:contract -- --target live deletes only the profile of --profile', async ({ project }) => {
  const sandbox = await startTenant();
  await writeVariables(sandbox, await serveBehind(sandbox, asPublicService), project);

  const { status, output } = await runLive(project, 'scripts/contract.ts', '--allow-deletes', '--profile', KEPT);

  expect(status, output).toBe(0);
  expect([...sandbox.profiles.keys()]).toEqual([READ]);
  expect([...sandbox.enrollments.keys()]).toEqual([DELETED_ENROLLMENT, KEPT_ENROLLMENT]);
});

copyTest('npm run test:contract -- --target live does not follow the redirect of a GET', async ({ project }) => {
  const sandbox = await startTenant();
  const redirectTarget = await startTenant();
  const { origin } = new URL(redirectTarget.baseUrl);
  const baseUrl = await serveBehind(sandbox, ({ url = '' }) => ({
    status: 307,
    headers: { 'content-type': 'application/json', location: origin + url },
    body: '{}',
  }));
  await writeVariables(sandbox, baseUrl, project);

  const { status, output } = await runLive(project, 'scripts/contract.ts');

  expect(status, output).toBe(1);
  expect(output).toContain('Unable to match the returned status code with those defined in the document');
  expect(redirectTarget.requests).toEqual([]);
});
