// Tests the parts of `npm run try`. The tests in test/end-to-end run the command with whole documents.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listOperations, type OpenApiDocument } from 'tenant-management-document';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callingProgram } from '../../scripts/try/calling-program.ts';
import { suiteOutcome } from '../../scripts/try/contract.ts';
import { readInput } from '../../scripts/try/input.ts';
import { lintOutcome } from '../../scripts/try/lint.ts';
import { withoutFiles } from '../../scripts/try/project-copy.ts';
import { formatReport } from '../../scripts/try/report.ts';
import { buildAndStartSandbox } from '../../scripts/try/sandbox.ts';
import { runSteps, type Step } from '../../scripts/try/steps.ts';
import type { Subject } from '../../scripts/try/subject.ts';
import { typeErrors } from '../../scripts/try/type-check.ts';
import { tryDocument } from '../../scripts/try.ts';
import { runScript } from '../support/project-copy.ts';

const YAML = `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get: { responses: { '200': { $ref: '#/components/responses/Books' } } }
components:
  responses:
    Books: { description: The books. }
`;

/** Writes files to a temporary folder, and returns the path of the first one. */
async function write(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-management-input-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return join(folder, Object.keys(files)[0] ?? '');
}

test('buildAndStartSandbox() counts the operations that the started sandbox does not simulate', async () => {
  // The sandbox cannot simulate POST /books. The document does not show this, but the started sandbox reports it.
  const document: OpenApiDocument = {
    info: { title: 'Books', version: '1' },
    paths: { '/books': { get: {}, post: {} }, '/books/{id}': { get: {} } },
  };
  const subject: Subject = {
    root: '.',
    name: 'books',
    file: 'openapi/books.yaml',
    original: 'books.yaml',
    document,
    operations: listOperations(document),
    require: async () => {},
    run: async () => ({ status: 0, stdout: '12 2\n', output: '12 2\n' }),
  };
  expect(await buildAndStartSandbox(subject)).toEqual({
    result: 'operations with state: 1; with samples only: 2; started in 12 ms',
  });
});

describe('readInput()', () => {
  test.for([
    ['YAML', YAML],
    ['YAML of OpenAPI 3.0', YAML.replace('3.1.0', '3.0.3')],
    ['JSON', JSON.stringify({ openapi: '3.1.0', paths: { '/books': { get: {} } } })],
    ['a flow mapping of YAML', "{ openapi: '3.1.0', paths: { /books: { get: {} } } }"],
  ] as const)('accepts %s', async ([, text]) => {
    const file = await write({ 'openapi.yaml': text });
    expect(await readInput(file)).toEqual({ file, isSplit: false });
  });

  test('accepts a document that refers to another file, and reports the document as split', async () => {
    const file = await write({
      'openapi.yaml': YAML.replace('#/components', 'responses.yaml#'),
      'responses.yaml': 'responses: { Books: { description: The books. } }',
    });
    expect(await readInput(file)).toEqual({ file, isSplit: true });
  });

  test('rejects a file that does not exist, and a folder', async () => {
    const folder = join(await write({ 'openapi.yaml': YAML }), '..');
    await expect(readInput(join(folder, 'missing.yaml'))).rejects.toThrow(/^No such file: .*missing\.yaml$/);
    await expect(readInput(folder)).rejects.toThrow(' is a folder; pass the OpenAPI document in it');
  });

  test.for([
    ['text that is neither YAML nor JSON', 'openapi: [', / must be YAML or JSON: .+ at line 1, column \d+$/],
    ['broken JSON', '{ "openapi": "3.1.0", ', / must be YAML or JSON: .+ at line 1, column \d+$/],
    ['an empty file', '', / is not an OpenAPI document: it must start with "openapi: 3.0.x" or "openapi: 3.1.x"$/],
    ['a YAML list', '- openapi', / is not an OpenAPI document/],
    ['YAML that is not an OpenAPI document', 'title: Books', / is not an OpenAPI document/],
    ['a version that is a number', 'openapi: 3.1', / is not an OpenAPI document/],
    ['OpenAPI 3.2', "openapi: '3.2.0'", / must be OpenAPI 3.0 or 3.1; it is OpenAPI 3.2.0$/],
    ['a document without paths', YAML.replace('paths', 'webhooks'), / must have at least one operation under "paths"$/],
    ['a document without operations', YAML.replace('get:', 'summary:'), / must have at least one operation/],
  ] as const)('rejects %s', async ([, text, message]) => {
    await expect(readInput(await write({ 'openapi.yaml': text }))).rejects.toThrow(message);
  });

  test('rejects Swagger 2.0 and names tools that convert it', async () => {
    await expect(readInput(await write({ 'swagger.yaml': "swagger: '2.0'" }))).rejects.toThrow(
      / is a Swagger 2.0 document; convert it to OpenAPI 3 first.*\n {2}npx swagger2openapi .*\n.*Swagger Editor/,
    );
  });

  test.for([
    ['a component that does not exist', '#/components/responses/Book', 'must have a target'],
    ['a file that does not exist', './missing.yaml#/responses/Books', 'must refer to a file'],
    ['a URL without loading the URL', 'http://127.0.0.1:9/openapi.yaml', 'URLs are not fetched, so download the file'],
  ] as const)('rejects a reference to %s, and names the file, the line, the place and the remedy', async (row) => {
    const [, reference, reason] = row;
    const file = await write({ 'openapi.yaml': YAML.replace('#/components/responses/Books', reference) });
    const error = await readInput(file).catch(({ message }: Error) => message);
    expect(error).toContain(`${file}:5: the $ref at #/paths/~1books/get/responses/200`);
    expect(error).toContain(reason);
  });

  test.for([
    ['an extension', YAML.replace('info:', 'x-topics: [{ $ref: ./missing.md }]\ninfo:')],
    ['an example', YAML.replace('components:', 'components:\n  examples: { Book: { value: { $ref: ./missing } } }')],
  ] as const)('accepts a reference without a target in %s, because it is data', async ([, text]) => {
    const file = await write({ 'openapi.yaml': text });
    expect(await readInput(file)).toEqual({ file, isSplit: false });
  });

  test('reads a document whose example is in another file as split', async () => {
    const text = YAML.replace(
      '{ description: The books. }',
      "{ content: { text/csv: { example: { $ref: 'a.json' } } } }",
    );
    const file = await write({ 'openapi.yaml': text, 'a.json': '{}' });
    expect(await readInput(file)).toEqual({ file, isSplit: true });
  });

  test('ignores extensions in paths, and path items and methods without a value', async () => {
    const paths = '  x-group: books\n  /authors:\n  /books: { get: , put: {} }\n';
    const file = await write({ 'openapi.yaml': `openapi: 3.1.0\npaths:\n${paths}` });
    expect(await readInput(file)).toEqual({ file, isSplit: false });
  });
});

test('withoutFiles() removes references to files from extensions, and maps discriminators to components', () => {
  const mapping = { cat: 'schemas/Cat.yaml', dog: '#/components/schemas/Dog', bird: './Bird.yaml', fish: 'Fish' };
  const names = { Cat: {}, Dog: {}, Fish: {} };
  const pets: Record<'paths', object> & Omit<OpenApiDocument, 'paths'> = {
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { 'x-samples': [{ source: { $ref: 'pets.sh' } }], 'x-group': 'pets' } } },
    components: { schemas: { ...names, Pet: { discriminator: { propertyName: 'kind', mapping } } } },
  };
  const kept = { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog', fish: 'Fish' };
  expect(withoutFiles(pets as OpenApiDocument)).toEqual({
    ...pets,
    paths: { '/pets': { get: { 'x-group': 'pets' } } },
    components: { schemas: { ...names, Pet: { discriminator: { propertyName: 'kind', mapping: kept } } } },
  });
});

test('withoutFiles() keeps header fields, components and fields whose names start with x-', () => {
  const text = { schema: { $ref: '#/components/schemas/Text' } };
  const responses = { 200: { description: 'Pets.', headers: { 'x-total': text } } };
  const properties = { headers: { properties: { a: {} }, 'x-source': { $ref: 'a.md' } }, 'x-id': text.schema };
  const pets = {
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { responses } } },
    components: {
      parameters: { 'x-trace': { name: 'x-trace', in: 'header', ...text } },
      schemas: { Pet: { properties } },
    },
  };
  const kept = { ...properties, headers: { properties: { a: {} } } };
  expect(withoutFiles(pets as unknown as OpenApiDocument)).toEqual({
    ...pets,
    components: { ...pets.components, schemas: { Pet: { properties: kept } } },
  });
});

describe('npm run try', () => {
  test.for([
    { what: 'two documents', args: ['a.yaml', 'b.yaml'], message: 'Pass the path to one OpenAPI document' },
    { what: 'an unknown option', args: ['--all', 'a.yaml'], message: "Unknown option '--all'" },
    { what: 'a missing file', args: ['/missing.yaml'], message: 'No such file: /missing.yaml' },
  ])('rejects $what', async ({ args, message }) => {
    await expect(tryDocument(args)).rejects.toThrow(message);
  });

  test('exits with status 1 and prints its usage if no document is passed', async () => {
    expect(await runScript('scripts/try.ts')).toMatchObject({
      status: 1,
      output: 'Pass the path to one OpenAPI document: npm run try -- path/to/openapi.yaml [--keep]\n',
    });
  });
});

describe('runSteps()', () => {
  const pass = async () => ({ result: 'good' });
  const fail = async () => ({ result: 'bad', failures: [{ operation: 'read', reason: 'no' }] });
  const abort = async () => Promise.reject(new Error('broken\nat line 1'));
  const run = (steps: Step[]) =>
    runSteps(
      steps,
      () => {},
      () => {},
    );

  test('runs steps at the same time, and returns the results in the order of the steps', async () => {
    const started: string[] = [];
    let endFirst = () => {};
    const first = new Promise<void>((resolve) => {
      endFirst = resolve;
    });
    const results = await runSteps(
      [
        { name: 'a', run: () => first.then(pass) },
        { name: 'b', needs: ['a'], run: pass },
        { name: 'c', run: pass },
      ],
      (name) => started.push(name),
      ({ name }) => {
        if (name === 'c') endFirst();
      },
    );
    expect(started).toEqual(['a', 'c', 'b']);
    expect(results.map(({ name, status }) => `${name} ${status}`)).toEqual(['a passed', 'b passed', 'c passed']);
  });

  test('runs all steps in order and reports each start and result', async () => {
    const reported: string[] = [];
    const steps = [
      { name: 'a', run: pass },
      { name: 'b', needs: ['a'], run: fail },
    ];
    await runSteps(
      steps,
      (name) => reported.push(name),
      ({ name, status }) => reported.push(`${name} ${status}`),
    );
    expect(reported).toEqual(['a', 'a passed', 'b', 'b failed']);
  });

  test('runs neither a step that needs a failed step nor a step that needs a skipped step', async () => {
    const results = await run([
      { name: 'a', run: abort },
      { name: 'b', needs: ['a'], run: pass },
      { name: 'c', needs: ['b'], run: pass },
      { name: 'd', run: pass },
    ]);
    expect(results.map(({ status, result }) => [status, result])).toEqual([
      ['failed', 'broken'],
      ['not run', 'not run: a failed'],
      ['not run', 'not run: b did not run'],
      ['passed', 'good'],
    ]);
  });

  test('returns all failures of a step, and the full message of an error', async () => {
    const results = await run([
      { name: 'a', run: fail },
      { name: 'b', run: abort },
    ]);
    expect(results.map(({ failures }) => failures)).toEqual([
      [{ operation: 'read', reason: 'no' }],
      [{ reason: 'broken\nat line 1' }],
    ]);
  });
});

/** A document with operations of several kinds. */
const document: OpenApiDocument = {
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'list',
        parameters: [
          { name: 'limit', in: 'query', required: true, schema: { type: 'integer', examples: [5] } },
          { name: 'page', in: 'query', schema: { type: 'integer', examples: [2] } },
        ],
      },
      post: {
        operationId: 'create',
        requestBody: { content: { 'application/json': { schema: {}, example: { title: 'Emma' } } } },
      },
      trace: { operationId: 'trace' },
    },
    '/books/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'b1' }],
      delete: { operationId: 'remove' },
      put: { operationId: 'replace', parameters: [{ name: 'session', in: 'cookie', required: true }] },
    },
    '/status': { get: { operationId: 'status' } },
  },
};
const operations = listOperations(document);

describe('callingProgram()', () => {
  test('writes one call on one line, with the required parameters and the body', () => {
    const { source, operationOfLine } = callingProgram(document, operations);
    const lines = source.split('\n');
    expect(operationOfLine.map((id, line) => [id, lines[line]]).slice(2)).toEqual([
      ['list', 'await client.GET("/books", { params: { query: {"limit":5} } });'],
      ['create', 'await client.POST("/books", { body: {"title":"Emma"} });'],
      ['remove', 'await client.DELETE("/books/{id}", { params: { path: {"id":"b1"} } });'],
      ['status', 'await client.GET("/status");'],
    ]);
  });

  test('omits TRACE and required cookies, which the client does not support', () => {
    expect(callingProgram(document, operations).omitted).toEqual(['trace', 'replace']);
  });
});

test('typeErrors() finds the operation of each error of the calling program', () => {
  const output = `program.ts(2,5): error TS2322: Type 'string' is not assignable.
  Types of property 'a' are incompatible.
program.ts(2,9): error TS2353: Object literal may only specify known properties.
src/client.ts(9,1): error TS1005: ';' expected.`;
  expect(typeErrors(output, [undefined, 'list'])).toEqual([
    { operation: 'list', reason: "TS2322: Type 'string' is not assignable." },
    {
      operation: 'list',
      reason: expect.stringMatching(/^the document's example of the request body .*: TS2353: Object/),
    },
    { operation: undefined, reason: "src/client.ts: TS1005: ';' expected." },
  ]);
});

test('lintOutcome() finds the operation of each error, and returns one note for each rule with warnings', () => {
  const problem = (severity: 'error' | 'warn', pointer: string, place = {}) => ({
    severity,
    ruleId: 'struct',
    message: 'Wrong.',
    location: [{ pointer, ...place }],
  });
  const problems = [
    problem('error', '#/paths/~1books~1{id}/delete/responses'),
    problem('error', '#/info', { source: { ref: 'books.yaml' }, start: { line: 3, col: 5 } }),
    problem('warn', '#/paths/~1books/get'),
    problem('warn', '#/paths'),
  ];
  expect(lintOutcome({ totals: { errors: 2, warnings: 2 }, problems }, operations)).toEqual({
    result: 'errors: 2; warnings: 2',
    failures: [
      { operation: 'remove', reason: 'struct: Wrong. (at #/paths/~1books~1{id}/delete/responses)' },
      { operation: undefined, reason: 'struct: Wrong. (at books.yaml:3 #/info)' },
    ],
    notes: ['struct: Wrong. (at #/paths/~1books/get, and 1 more of this rule)'],
  });
});

test('suiteOutcome() counts the tests, reports each failed test with its operation, and reports each file that could not run', () => {
  const assertion = (status: string, ...failureMessages: string[]) => ({
    status,
    title: 'returns 200',
    ancestorTitles: ['list'],
    failureMessages,
  });
  const testResults = [
    {
      status: 'failed',
      assertionResults: [assertion('passed'), assertion('failed', 'Error: 500\n  at x'), assertion('skipped')],
    },
    { status: 'failed', message: 'Error: no document\n  at y', assertionResults: [] },
  ];
  expect(suiteOutcome({ testResults })).toEqual({
    result: '1 passed, 1 failed, 1 skipped',
    failures: [{ reason: 'Error: no document' }, { operation: 'list', reason: 'returns 200: Error: 500' }],
  });
});

describe('formatReport()', () => {
  const step = { name: 'types', status: 'failed', seconds: 1.5, result: '2 calls' } as const;
  const failures = Array.from({ length: 12 }, (_, number) => ({ operation: `op${number}`, reason: 'wrong' }));
  const report = { document: '/books.yaml', title: 'Books', operations: 12, steps: [], unsupported: [] };

  test('writes a table of the steps', () => {
    const steps = [
      { ...step, failures: [] },
      { name: 'client bundle', status: 'not run', seconds: 0, result: 'not run: types failed', failures: [] } as const,
    ];
    expect(formatReport({ ...report, steps })).toBe(`Books: 12 operations (/books.yaml)

Step           Status    Time  Result
types          failed   1.5 s  2 calls
client bundle  not run         not run: types failed

The client supports everything that the document asks for.`);
  });

  test('lists at most ten failures of a step', () => {
    const text = formatReport({ ...report, steps: [{ ...step, failures }] });
    expect(text).toContain('Failures of types:\n  op0: wrong\n');
    expect(text).toContain('  op9: wrong\n  … and 2 more in reports/try.json');
    expect(text).not.toContain('op10');
  });

  test('lists what the client does not support, with the remedy and at most ten operations', () => {
    const ids = failures.map(({ operation }) => operation);
    const unsupported = [
      { feature: 'cookie parameters', remedy: 'pass a header', operations: ids.slice(0, 11) },
      { feature: 'webhooks', remedy: 'receive them', operations: [] },
      { feature: 'the server', remedy: 'pass a URL', operations: ids },
    ];
    expect(formatReport({ ...report, unsupported })).toContain(
      `  cookie parameters: pass a header
    op0, op1, op2, op3, op4, op5, op6, op7, op8, op9, … and 1 more
  webhooks: receive them
  the server: pass a URL
    all operations`,
    );
  });
});
