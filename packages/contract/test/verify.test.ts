// Tests the command `npm run verify`, which runs the contract suite and reports the differences from the document.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from 'tenant-management-document';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { verify } from '../src/verify.ts';

const DOCUMENT: OpenApiDocument = {
  info: { title: 'Users', version: '1' },
  paths: { '/users/{id}': { get: { operationId: 'readUser', responses: { 200: { description: 'A user.' } } } } },
};
const ROW = '| `GET /users/{id}` | 500 | status | not documented |';

/** Creates a folder of reports that contains the report of an earlier run. */
function createReports() {
  const reports = temporaryFolder({ 'drift.md': 'earlier' });
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  return { reports, report: join(reports, 'drift.md'), har: join(reports, 'contract-live.har'), log };
}

/** An archive with one call, whose response has an undocumented status. */
const ARCHIVE = {
  _baseUrl: 'http://127.0.0.1:4010',
  log: {
    entries: [
      {
        _tokenSource: 'caller',
        request: { method: 'GET', url: 'http://127.0.0.1:4010/users/u1' },
        response: { status: 500, headers: [], content: { text: '' } },
      },
    ],
  },
};

test.each([0, 1])(
  'verify() prints and writes the report, and resolves with the exit status %d of the suite',
  async (status) => {
    const { reports, report, har, log } = createReports();
    const run = async () => {
      await writeFile(har, JSON.stringify(ARCHIVE));
      return { status, har };
    };
    expect(await verify(run, DOCUMENT, reports)).toBe(status);
    const text = await readFile(report, 'utf8');
    expect(text.split('\n').slice(2)).toEqual([ROW, '']);
    const words = '\nDifferences between the target and the document (also in reports/drift.md):\n\n';
    expect(log.mock.calls).toEqual([[`${words}${text.trimEnd()}`]]);
  },
);

test('verify() with "differences" resolves with 0 for fields that the document neither declares nor requires', async () => {
  const { reports, report, har } = createReports();
  const schema = { type: 'object', properties: { id: {}, name: {} } };
  const responses = { 200: { description: 'A user.', content: { 'application/json': { schema } } } };
  const document = { ...DOCUMENT, paths: { '/users/{id}': { get: { operationId: 'readUser', responses } } } };
  const headers = [{ name: 'content-type', value: 'application/json' }];
  const response = { status: 200, headers, content: { text: '{"id":"u1","tier":"gold"}' } };
  const entries = ARCHIVE.log.entries.map((entry) => ({ ...entry, response }));
  const run = async () => {
    await writeFile(har, JSON.stringify({ ...ARCHIVE, log: { entries } }));
    return { status: 0, har };
  };
  expect(await verify(run, document, reports, 'differences')).toBe(0);
  expect((await readFile(report, 'utf8')).split('\n').slice(-3, -1)).toEqual([
    '| `GET /users/{id}` | 200 | documented fields never returned | `name` |',
    '| `GET /users/{id}` | 200 | undocumented fields | `tier` |',
  ]);
});

test.each([
  ['a difference', '200', 1],
  ['only details that the document leaves open', 'default', 0],
])('verify() with "differences" resolves with the exit status for %s', async (_what, documented, expected) => {
  const { reports, har } = createReports();
  const run = async () => {
    await writeFile(har, JSON.stringify(ARCHIVE));
    return { status: 0, har };
  };
  const responses = { [documented]: { description: 'A user.' } };
  const document = { ...DOCUMENT, paths: { '/users/{id}': { get: { operationId: 'readUser', responses } } } };
  expect(await verify(run, document, reports, 'differences')).toBe(expected);
});
