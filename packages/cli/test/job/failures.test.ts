import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { readCsvIds } from '../../src/input/csv-ids.ts';
import { writeFailures } from '../../src/output/output-files.ts';
import { CONTROL, DELETE, enrollments, HOSTILE, startTenant } from '../run-cli.ts';

describe('--failures', () => {
  test.each(['csv', 'json'])(
    'writes the failed ids with their reasons to a .%s file that only its owner can read, and replaces them in the next run',
    async (extension) => {
      const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
      tenant.sandbox.fail({ id: 'dev_2', with: 409, body: { message: 'Locked, "for now"' } });
      const file = join(tenant.folder, `failed.${extension}`);
      const command = [...DELETE, 'dev_1', 'dev_2', 'dev_3', '--yes', '--failures', file];
      expect((await tenant.run(command)).status).toBe(1);
      const reason = '409 Conflict: DELETE /guardian/enrollments/{id}: Locked, "for now"';
      expect(readFileSync(file, 'utf8')).toBe(
        extension === 'csv'
          ? `id,outcome,status,reason\ndev_2,failed,409,"${reason.replaceAll('"', '""')}"\n`
          : `${JSON.stringify([{ id: 'dev_2', outcome: 'failed', status: 409, reason }], null, 2)}\n`,
      );
      expect(statSync(file).mode & 0o077).toBe(process.platform === 'win32' ? 0o066 : 0);
      expect((await tenant.run(command)).status).toBe(0);
      expect(readFileSync(file, 'utf8')).toBe(extension === 'csv' ? 'id,outcome,status,reason\n' : '[]\n');
    },
  );

  test('writes the unfinished ids of a job that stopped, but not the ids that an earlier run finished', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2', 'dev_3']));
    const file = join(tenant.folder, 'failed.json');
    const command = [...DELETE, 'dev_1', 'dev_2', 'dev_3', '--yes', '--concurrency', '1', '--failures', file];
    const locked = tenant.sandbox.fail({ match: ({ params }) => params?.['id'] !== 'dev_2', with: 409, times: 2 });
    expect((await tenant.run(command)).status).toBe(1);
    locked.remove();
    tenant.sandbox.fail({ id: 'dev_1', with: 409 });
    tenant.sandbox.fail({ id: 'dev_3', with: 401, times: Number.POSITIVE_INFINITY });
    expect((await tenant.run(command)).status).toBe(3);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([
      { id: 'dev_1', outcome: 'failed', status: 409, reason: expect.stringContaining('409 Conflict') },
      { id: 'dev_3', outcome: 'unfinished', status: null, reason: expect.stringContaining('401') },
    ]);
  });

  test('escapes formulas and control characters in a CSV file; --csv reads the original ids from the file', async () => {
    const file = join(temporaryFolder(), 'failed.csv');
    const ids = ['=1+1', '-2', '+3', '@x', 'dev,"1"'];
    await writeFailures(
      file,
      ids.map((id) => ({ id, outcome: 'failed', reason: `=HYPERLINK("x")${HOSTILE}` })),
    );
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/^"?[=+\-@]/m);
    expect(text).not.toMatch(/,"?[=+\-@]/);
    expect(text).not.toMatch(CONTROL);
    expect(readCsvIds(text, 'failed.csv')).toEqual(ids);
  });
});

const REMEDY = 'make it writable, or choose another file';

test.each(
  ['--failures', '--results'].flatMap((option) => [
    [option, 'failed.txt', 'must be a file whose name ends with .csv or .json'],
    [option, 'missing/failed.csv', `must be a file that can be written (missing/failed.csv: ENOENT); ${REMEDY}`],
    [option, 'device.csv', 'must be a regular file, not a device or a pipe'],
    [option, 'link.csv', 'must not be the file of another option'],
    [option, 'other.csv', `must be a new file or the ${option.slice(2)} file of an earlier run; choose another name`],
    [
      option,
      'tenants.json',
      `must be a new file or the ${option.slice(2)} file of an earlier run; choose another name`,
    ],
    [option, 'ids.csv', 'must not be the file of another option'],
    ['--results', 'cut.json', 'must be a file whose last row is complete; complete the row, or choose another name'],
  ]),
)('%s %s is rejected before anything is sent, because it %s', async (option, file, message) => {
  const tenant = await startTenant(enrollments(['dev_1']));
  const csv = join(tenant.folder, 'ids.csv');
  writeFileSync(csv, 'id\ndev_1\n');
  writeFileSync(join(tenant.folder, 'other.csv'), 'id,outcome\ndev_1,x\n');
  writeFileSync(join(tenant.folder, 'tenants.json'), '{ "acme": {} }');
  writeFileSync(join(tenant.folder, 'cut.json'), '[\n{"time":');
  symlinkSync(csv, join(tenant.folder, 'link.csv'));
  symlinkSync('/dev/null', join(tenant.folder, 'device.csv'));
  const { status, stderr } = await tenant.run([...DELETE, '--csv', csv, '--yes', option, join(tenant.folder, file)]);
  const text = stderr.replace(join(tenant.folder, '/'), '');
  expect({ status, text }).toEqual({ status: 2, text: `${option} ${message}\n` });
  expect(tenant.sandbox.requests).toEqual([]);
});

describe('a job whose --failures file cannot be written when the job ends', () => {
  test.each([
    { title: '1 of a failed item', isInterrupted: false, expected: 1, summary: 'Finished: 1 deleted, ' },
    { title: '130 of an interruption', isInterrupted: true, expected: 130, summary: 'Stopped (interrupted): ' },
  ])('keeps the exit status $title, and prints the error code', async ({ isInterrupted, expected, summary }) => {
    const folder = join(temporaryFolder(), 'reports');
    mkdirSync(folder);
    const interruption = new AbortController();
    const tenant = await startTenant({
      ...enrollments(['dev_1', 'dev_2']),
      onRequest: () => {
        rmSync(folder, { recursive: true, force: true });
        if (isInterrupted) interruption.abort();
      },
    });
    tenant.sandbox.fail({ id: 'dev_2', with: 409 });
    const { status, stderr } = await tenant.run(
      [...DELETE, 'dev_1', 'dev_2', '--yes', '--failures', join(folder, 'failed.csv')],
      { signal: interruption.signal },
    );
    expect(status).toBe(expected);
    expect(stderr).toContain(summary);
    expect(stderr).toContain(`--failures: ${join(folder, 'failed.csv')} could not be written (ENOENT)\n`);
    expect(stderr).not.toContain('Nothing was sent');
  });
});
