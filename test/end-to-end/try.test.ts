// Tests `npm run try` with whole documents. The tests in test/scripts test parts of the command.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runNode } from '../../scripts/process/run-node.ts';
import type { TryReport } from '../../scripts/try/report.ts';
import { projectRoot } from '../support/project-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Timeout of the command: longer than all steps take on a busy machine, and shorter than the time limit of a test. */
const TIMEOUT_MS = 230_000;

const PATHS = `/books:
  get:
    operationId: listBooks
    tags: [Books]
    parameters:
      - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
      - { name: session, in: cookie, schema: { type: string } }
    responses:
      '200':
        description: The books.
        content: { application/json: { schema: { type: array, items: { $ref: 'schemas/book.yaml#/Book' } } } }
      '401': { description: The token is invalid. }
  post:
    operationId: createBook
    tags: [Books]
    requestBody:
      required: true
      content: { application/json: { schema: { $ref: 'schemas/book.yaml#/Book' } } }
    responses:
      '201':
        description: The new book.
        content: { application/json: { schema: { $ref: 'schemas/book.yaml#/Book' } } }
/books/{id}:
  parameters:
    - { name: id, in: path, required: true, schema: { type: string } }
  get:
    operationId: readBook
    tags: [Books]
    responses:
      '200':
        description: The book.
        content: { application/json: { schema: { $ref: 'schemas/book.yaml#/Book' } } }
      '404': { description: No such book. }
  delete:
    operationId: deleteBook
    tags: [Books]
    responses:
      '204': { description: The book is deleted. }
      '404': { description: No such book. }
`;

const BOOK = `Book:
  type: object
  required: [title]
  properties:
    id: { type: string, pattern: '^bk', readOnly: true }
    title: { type: string, minLength: 2, nullable: true }
    code: { type: string, pattern: '(?i)^[a-z]+$' }
    price: { type: number, minimum: 0, exclusiveMinimum: true }
    sequel: { $ref: '#/Book' }
`;

const documentOf = (paths: string): string => `openapi: 3.0.3
info: { title: Bookshop, version: '1' }
servers: [{ url: 'https://{host}/v1', variables: { host: { default: books.example.com } } }]
security: [{ bearer: [] }]
paths:
${paths.replaceAll(/^/gm, '  ')}
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
`;

/** Runs the command with a document, and returns its output and its report. */
async function tryDocument(document: string): Promise<{ status: number; output: string; report: TryReport }> {
  const folder = temporaryFolder({ 'bookshop.yaml': document, 'schemas/book.yaml': BOOK });
  const args = ['scripts/try.ts', join(folder, 'bookshop.yaml')];
  const { status, output } = await runNode(args, { cwd: projectRoot, timeout: TIMEOUT_MS });
  const report: TryReport = JSON.parse(await readFile(join(projectRoot, 'reports/try.json'), 'utf8'));
  return { status, output, report };
}

test('npm run try passes all steps with a document of OpenAPI 3.0 in two files', async () => {
  const { status, output, report } = await tryDocument(documentOf(PATHS));
  expect(report.steps.flatMap(({ failures }) => failures)).toEqual([]);
  expect(report.steps.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'lint passed',
    'generate passed',
    'types passed',
    'build passed',
    'client bundle passed',
    'mock passed',
    'contract on Prism passed',
    'sandbox passed',
    'contract on the sandbox passed',
    'docs passed',
  ]);
  expect(report.steps.find(({ name }) => name === 'sandbox')?.result).toContain(
    'operations with state: 4; with samples only: 0;',
  );
  expect(report.unsupported).toMatchObject([
    { feature: 'cookie parameters', operations: ['listBooks'] },
    {
      feature: 'pattern (?i)^[a-z]+$, which is not a JavaScript regular expression',
      operations: ['listBooks', 'createBook', 'readBook'],
    },
  ]);
  expect(output).toContain('Bookshop: 4 operations');
  expect(status).toBe(0);
});

test('npm run try reports lint errors with file and line, runs the other steps and exits with status 1', async () => {
  const invalid = PATHS.replace("'204': { description: The book is deleted. }", "'204': { summary: Deleted. }");
  const { status, output, report } = await tryDocument(documentOf(invalid));
  expect(status, output).toBe(1);
  const [lint, generate] = report.steps;
  expect(lint?.failures).toContainEqual({
    operation: 'deleteBook',
    reason: expect.stringMatching(/description.*bookshop\.yaml:\d+ #\/paths\//),
  });
  expect(generate?.status).toBe('passed');
});
