// The contract suite fails where the mock does not keep to the document.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { largeDocument } from './large-document.ts';
import { copyTest, placeFirst } from './project-copy.ts';

interface Report {
  readonly testResults: { readonly assertionResults: { readonly status: string; readonly fullName: string }[] }[];
}

copyTest('a response that breaks its schema fails the test of that response alone', async ({ project }) => {
  const text = stringify(largeDocument(6), { aliasDuplicateObjects: false });
  const document = parse(text);
  // An id is a text.
  document.paths['/resource-1/{id}'].get.responses['200'].content['application/json'].example.id = 42;
  await placeFirst(project, document);

  const { status, output } = await project.run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=contract',
    '--reporter=json',
    '--outputFile=report.json',
    'operations.test.ts',
  );

  expect(status, output).toBe(1);
  const report: Report = JSON.parse(await readFile(join(project.root, 'report.json'), 'utf8'));
  const failed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((result) => result.status === 'failed');
  expect(failed.map(({ fullName }) => fullName)).toEqual(['read_1 200 (200): One.']);
});
