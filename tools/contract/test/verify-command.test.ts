// Tests the command `npm run verify`, which runs the contract suite and reports the differences from the document.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { reportFile, writeReport } from '../src/contract-report.ts';
import type { RecordedCall } from '../src/recorder.ts';
import { takeFailOn, verify } from '../src/verify-command.ts';
import { recordedCall } from './recorded-call.ts';

const ROW = '| `GET /users/{id}` | 500 | status | not documented |';
const USER = { description: 'A user.' };

/** Creates a folder of reports that contains the text of an earlier run. */
function createReports() {
  const reports = temporaryFolder({ 'drift.md': 'earlier' });
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  return { reports, drift: join(reports, 'drift.md'), log };
}

/**
 * Creates a run that makes one call.
 *
 * @param responses The documented responses.
 * @param response The response to the call, whose status is 500 by default.
 */
const runOf =
  (reports: string, responses: object, status = 0, response: Partial<RecordedCall> = {}) =>
  async () => {
    const document = {
      info: { title: 'Users', version: '1' },
      paths: { '/users/{id}': { get: { operationId: 'readUser', responses } } },
    } as OpenApiDocument;
    const report = reportFile('live', reports);
    const [operation] = listOperations(document);
    await writeReport(report, document, [recordedCall({ operation, status: 500, ...response })]);
    return { status, report };
  };

test.each([0, 1])(
  'verify() prints and writes the report, and resolves with the exit status %d of the suite',
  async (status) => {
    const { reports, drift, log } = createReports();
    expect(await verify(runOf(reports, { 200: USER }, status), reports)).toBe(status);
    const text = await readFile(drift, 'utf8');
    expect(text.split('\n').slice(2)).toEqual([ROW, '']);
    const words = '\nDifferences between the target and the document (also in reports/drift.md):\n\n';
    expect(log.mock.calls).toEqual([[`${words}${text.trimEnd()}`]]);
  },
);

test('verify() with "differences" resolves with 0 for fields that the document neither declares nor requires', async () => {
  const { reports, drift } = createReports();
  const schema = { type: 'object', properties: { id: {}, name: {} } };
  const responses = { 200: { ...USER, content: { 'application/json': { schema } } } };
  const headers = { 'content-type': 'application/json' };
  const run = runOf(reports, responses, 0, { status: 200, headers, text: '{"id":"u1","tier":"gold"}' });
  expect(await verify(run, reports, 'differences')).toBe(0);
  expect((await readFile(drift, 'utf8')).split('\n').slice(-3, -1)).toEqual([
    '| `GET /users/{id}` | 200 | documented fields never returned | `name` |',
    '| `GET /users/{id}` | 200 | undocumented fields | `tier` |',
  ]);
});

test.each([
  ['a difference', '200', 1],
  ['only details that the document leaves open', 'default', 0],
])('verify() with "differences" resolves with the exit status for %s', async (_what, documented, expected) => {
  const { reports } = createReports();
  expect(await verify(runOf(reports, { [documented]: USER }), reports, 'differences')).toBe(expected);
});

test('verify() rejects with a reference to the errors of the suite if the suite wrote no report', async () => {
  const { reports } = createReports();
  const run = async () => ({ status: 1, report: reportFile('live', reports) });
  await expect(verify(run, reports)).rejects.toThrow('The contract suite recorded no call');
});

test.each([
  [['--target', 'sandbox'], 'failures', ['--target', 'sandbox']],
  [
    ['--fail-on', 'differences', '--target', 'live', '--tenant', 'a.env'],
    'differences',
    ['--target', 'live', '--tenant', 'a.env'],
  ],
  [['--target=live', '--fail-on=differences', '--allow-deletes'], 'differences', ['--target=live', '--allow-deletes']],
  [['--id', 'a=b', '--fail-on', 'failures'], 'failures', ['--id', 'a=b']],
])('takeFailOn(%j) returns the level %s and the other arguments', (args, failOn, others) => {
  expect(takeFailOn(args)).toEqual({ failOn, others });
});

test.each([[['--fail-on', 'all']], [['--fail-on']]])('takeFailOn(%j) throws an error that lists the levels', (args) => {
  expect(() => takeFailOn(args)).toThrow(/^--fail-on must be one of: failures, differences$/);
});
