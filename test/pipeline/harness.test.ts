// The contract suite fails where what it runs against does not keep to the document.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { largeDocument } from '../support/large-document.ts';
import { copyTest, type ProjectCopy, placeFirst } from '../support/project-copy.ts';

interface Report {
  readonly testResults: { readonly assertionResults: { readonly status: string; readonly fullName: string }[] }[];
}

copyTest('a response that breaks its schema fails the test of that response alone', async ({ project }) => {
  const text = stringify(largeDocument(6), { aliasDuplicateObjects: false });
  const document = parse(text);
  // An id is a text.
  document.paths['/resource-1/{id}'].get.responses['200'].content['application/json'].example.id = 42;
  await placeFirst(project, document);

  expect(await failedTests(project, 'contract')).toEqual(['read_1 returns 200 for Prefer: code=200']);
});

copyTest('a violation in either direction fails the test that made it', async ({ project }) => {
  const file = join(project.root, 'openapi/management.yaml');
  const document = parse(await readFile(file, 'utf8'));
  // The sandbox answers by the document that it was built with, and the examples are called as they stand.
  document.components.schemas.TokenExchangeProfile.properties.name.minLength = 40;
  document.paths['/guardian/enrollments/{id}'].delete.parameters[0].schema.maxLength = 10;
  await writeFile(file, stringify(document));

  expect(await failedTests(project, 'contract-sandbox')).toEqual([
    'get_token-exchange-profiles_by_id returns 200 for a valid bearer token',
    'get_token-exchange-profiles_by_id returns 200 for client credentials',
    'delete_guardian_enrollments_by_id returns 204 (documented as 2XX) for a valid bearer token',
    'delete_guardian_enrollments_by_id returns 204 (documented as 2XX) for client credentials',
    'delete_guardian_enrollments_by_id returns 400 (documented as default) for an unknown query parameter',
    'delete_guardian_enrollments_by_id returns 400 (documented as default) for a token that is not a JWT',
    'delete_guardian_enrollments_by_id returns 401 (documented as default) for a token with an invalid JWT signature',
    'delete_guardian_enrollments_by_id returns 401 (documented as default) for a token of a client that is not global',
    'delete_guardian_enrollments_by_id returns 401 (documented as default) for an expired token',
    'delete_guardian_enrollments_by_id returns 403 (documented as default) for a token without the required scope',
    'delete_guardian_enrollments_by_id returns 404 (documented as default) for an id that was deleted',
    'delete_guardian_enrollments_by_id returns 429 (documented as default) for a call above the rate limit',
  ]);
});

/** Runs the operations of a contract suite and gives the names of the tests that failed. */
async function failedTests(project: ProjectCopy, name: string): Promise<string[]> {
  const { status, output } = await project.run(
    'node_modules/vitest/vitest.mjs',
    'run',
    `--project=${name}`,
    '--reporter=json',
    '--outputFile=report.json',
    'operations.test.ts',
  );
  expect(status, output).toBe(1);
  const report: Report = JSON.parse(await readFile(join(project.root, 'report.json'), 'utf8'));
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((result) => result.status === 'failed')
    .map(({ fullName }) => fullName);
}
