// Tests that the project works with a document that has nothing in common with the document of this package. A new
// entry in redocly.yaml is the only change that this requires.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { largeDocument } from '../support/large-document.ts';
import { copyProject, type ProjectCopy, placeFirst } from '../support/project-copy.ts';

/** Number of operations of the document that belong to no resource. */
const PLAIN_OPERATIONS = 11;

/** The members of Vitest's JSON report that the tests read. */
interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Number of operations on resources, a multiple of six. */
const OPERATIONS = 300;

describe(`a document of ${OPERATIONS} operations`, () => {
  let project: ProjectCopy;

  beforeAll(async () => {
    project = await copyProject();
    await placeFirst(project, largeDocument(OPERATIONS), {
      extends: ['spec'],
      rules: { 'operation-operationId': 'error' },
    });
  });

  afterAll(() => project.remove());

  test('passes lint with the rules of its entry in redocly.yaml, and its code and README are generated', async () => {
    const { status, output } = await project.run('scripts/generate.ts');
    expect(status, output).toBe(0);
    expect(output).toContain('openapi/warehouse.yaml passes lint.');
    const catalogue = await readFile(join(project.root, 'src/generated/catalogue.ts'), 'utf8');
    expect(catalogue.match(/"method": /g)).toHaveLength(OPERATIONS + PLAIN_OPERATIONS);
    expect(await readFile(join(project.root, 'README.md'), 'utf8')).toContain(
      `\`GET /resource-${OPERATIONS / 6}/{id}/contents/{content_id}\``,
    );
    // The server URL of this document has no variable for the host, so a tenant's domain cannot determine the base
    // URL.
    expect(await readFile(join(project.root, 'src/generated/defaults.ts'), 'utf8')).toContain(
      'serverUrl: string | undefined = undefined;',
    );
  });

  test('passes the contract suite against its mock, except for a response that violates its schema', async () => {
    await breakExample(project);
    const { status, output } = await project.run(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=contract',
      '--reporter=json',
      '--outputFile=report.json',
      'prism.test.ts',
    );
    const report: Report = JSON.parse(
      await readFile(join(project.root, 'report.json'), 'utf8').catch(() => Promise.reject(new Error(output))),
    );
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const named = (wanted: string) => results.filter((result) => result.status === wanted).map((test) => test.fullName);
    expect(named('failed')).toEqual(['read_1 returns 200 for Prefer: code=200']);
    expect(named('skipped')).toEqual([
      'readLabel returns 400 for a query parameter owner that is shorter than 1 characters: skipped: Prism: the mock ignores an empty parameter',
      'printLabel returns 400 for a body whose printer does not match its pattern: skipped: Prism: the mock cannot use a pattern that is invalid with the u flag',
      'readImpossible returns 200 for Prefer: code=200: skipped: no valid sample of the response: add an example',
    ]);
    expect(named('passed')).toEqual(
      expect.arrayContaining([
        'readLabel returns 400 for a path parameter code that does not match its pattern',
        'readLabel returns 400 for a query parameter size that is below 3',
        'readLabel returns 400 for a query parameter color that is not an allowed value',
        'printLabel returns 400 for a missing body',
        'printLabel returns 400 for a body whose copies is missing',
        'printLabel returns 400 for a body whose copies is above 9',
        'printLabel returns 400 for a body whose undeclared_property is not declared',
        'watchLabels returns 200 for Prefer: code=200',
        'importLabels returns 202 for Prefer: code=202',
      ]),
    );
    // The suite tests two or more responses and a missing token for each operation, a wrong method for each path, and
    // an unknown path.
    expect(named('passed').length).toBeGreaterThan(3 * OPERATIONS);
    expect(status).toBe(1);
  });
});

/** Changes an example of the document to a value that its schema does not allow. */
async function breakExample({ root }: ProjectCopy): Promise<void> {
  const file = join(root, 'openapi/warehouse.yaml');
  const document = parse(await readFile(file, 'utf8'), { maxAliasCount: -1 });
  // The schema requires a string.
  document.paths['/resource-1/{id}'].get.responses['200'].content['application/json'].example.id = 42;
  await writeFile(file, stringify(document, { aliasDuplicateObjects: false }));
}
