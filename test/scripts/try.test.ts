// Tests the parts of `npm run try`. The tests in test/end-to-end run the command with whole documents.
import { listOperations, type OpenApiDocument } from 'tenant-management-document';
import { describe, expect, test } from 'vitest';
import { suiteOutcome } from '../../scripts/try/contract-step.ts';
import { lintOutcome } from '../../scripts/try/lint-step.ts';
import { formatReport } from '../../scripts/try/report.ts';
import { buildAndStartSandbox } from '../../scripts/try/sandbox-step.ts';
import { runSteps, type Step } from '../../scripts/try/steps.ts';
import type { Subject } from '../../scripts/try/subject.ts';
import { typeErrors } from '../../scripts/try/types-step.ts';
import { tryDocument } from '../../scripts/try.ts';
import { runScript } from '../support/project-copy.ts';

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

test('typeErrors() finds the operation and the reason of each error of the calling program', () => {
  const output = `program.ts(2,5): error TS2322: Type 'string' is not assignable.
  Types of property 'a' are incompatible.
program.ts(2,9): error TS2353: Object literal may only specify known properties.
src/client.ts(9,1): error TS1005: ';' expected.`;
  expect(typeErrors(output, [undefined, 'list'], (operation) => [`${operation} fits two alternatives`])).toEqual([
    { operation: 'list', reason: "list fits two alternatives: TS2322: Type 'string' is not assignable." },
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
  const remove = { operationId: 'remove' };
  const paths = { '/books': { get: { operationId: 'list' } }, '/books/{id}': { delete: remove } };
  const operations = listOperations({ info: { title: 'Books', version: '1' }, paths });
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
