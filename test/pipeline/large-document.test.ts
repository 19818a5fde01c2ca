// Another document is another entry in redocly.yaml: no line of TypeScript is written for it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeDocument } from '../support/large-document.ts';
import { copyProject, type ProjectCopy, placeFirst } from '../support/project-copy.ts';

const OPERATIONS = 300;
/** Operations of the document that belong to no resource. */
const PLAIN_OPERATIONS = 6;
/** Lint, generate and a contract suite of 300 operations, on a machine that does other things too. */
const LONG_MS = 120_000;

let project: ProjectCopy;

beforeAll(async () => {
  project = await copyProject();
  await placeFirst(project, largeDocument(OPERATIONS), {
    extends: ['spec'],
    rules: { 'operation-operationId': 'error' },
  });
});

afterAll(() => project.remove());

test('it is linted by rules of its own', async () => {
  const { status, output } = await project.run('scripts/lint.ts');
  expect(output).toContain('openapi/warehouse.yaml');
  expect(status).toBe(0);
});

test('types, catalogue, defaults and README are generated from it', async () => {
  const { status } = await project.run('scripts/generate.ts');
  expect(status).toBe(0);
  const catalogue = await readFile(join(project.root, 'src/generated/catalogue.ts'), 'utf8');
  expect(catalogue.match(/"method": /g)).toHaveLength(OPERATIONS + PLAIN_OPERATIONS);
  expect(await readFile(join(project.root, 'README.md'), 'utf8')).toContain(
    '`GET /resource-50/{id}/contents/{content_id}`',
  );
  // Its server leaves no host open, so that no tenant's domain makes a base URL.
  expect(await readFile(join(project.root, 'src/generated/defaults.ts'), 'utf8')).toContain(
    'serverUrl: string | undefined = undefined;',
  );
});

test('a program that calls it type-checks, and its mistakes do not', async () => {
  await writeFile(
    join(project.root, 'program.ts'),
    `import { createManagementClient, unwrap } from './src/index.js';
const client = createManagementClient({ baseUrl: 'https://warehouse.example.org/v1', auth: 'token' });
const params = { path: { id: '1' } };
const header = { 'X-Request-Source': 'program' };
export const items = await unwrap(client.GET('/resource-7', { params: { query: { limit: 3, shelf: ['a', 'b'] }, header } }));
export const shelves: (string | undefined)[] = items.map(({ shelf }) => shelf);
export const made = await unwrap(client.POST('/resource-8', { body: { id: 'x', size: 1, parts: [{ id: 'y' }] } }));
export const accepted: undefined = await unwrap(client.PUT('/resource-9/{id}', { params, body: { id: 'x' } }));
export const gone: undefined = await unwrap(client.DELETE('/resource-10/{id}', { params }));
export const content = await unwrap(client.GET('/resource-11/{id}/contents/{content_id}', { params: { path: { id: '1', content_id: '2' } } }));
export const weight: number | string = 'weight' in content ? content.weight : content.title;
export const status: { up?: boolean } = await unwrap(client.GET('/status'));
export const found: string[] = await unwrap(client.GET('/search'));
export const restarted: { up?: boolean } | undefined = await unwrap(client.PUT('/status'));
export const stopped: unknown = await unwrap(client.DELETE('/status'));
export const started: unknown = await unwrap(client.POST('/status'));
export const refreshed: undefined = await unwrap(client.POST('/search'));
client.GET('/search', { params: { query: { words: 'a' } } });
// @ts-expect-error: the header is required
client.GET('/resource-7', { params: { query: { limit: 3 } } });
// @ts-expect-error: the second parameter is missing
client.GET('/resource-11/{id}/contents/{content_id}', { params });
// @ts-expect-error: the body is missing
client.POST('/resource-8', {});
// @ts-expect-error: the body of a range without content is not shown
export const stoppedBody: undefined = await unwrap(client.DELETE('/status'));
// @ts-expect-error: the body of a default without content is not shown
export const startedBody: undefined = await unwrap(client.POST('/status'));
// @ts-expect-error: one of two success statuses has no content
export const restartedBody: { up?: boolean } = await unwrap(client.PUT('/status'));
// @ts-expect-error: there is no such resource
client.GET('/resource-51/{id}', { params });
`,
  );
  await writeFile(
    join(project.root, 'tsconfig.program.json'),
    JSON.stringify({ extends: './tsconfig.json', include: ['src', 'program.ts'] }),
  );
  const { status, output } = await project.run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.program.json');
  expect(output).toBe('');
  expect(status).toBe(0);
});

test('the contract suite runs against its mock', { timeout: LONG_MS }, async () => {
  const { status, output } = await project.run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=contract',
    '--reporter=json',
    '--outputFile=report.json',
    'operations.test.ts',
    'rejections.test.ts',
  );
  const report: { numPassedTests: number; numFailedTests: number } = JSON.parse(
    await readFile(join(project.root, 'report.json'), 'utf8').catch(() => Promise.reject(new Error(output))),
  );
  // Two and more responses of each operation, a missing token for each, a wrong method for each path, an unknown path.
  expect(report.numPassedTests).toBeGreaterThan(3 * OPERATIONS);
  expect(report.numFailedTests).toBe(0);
  expect(status).toBe(0);
});
