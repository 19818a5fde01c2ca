import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { describe, expect, test, vi } from 'vitest';
import { operations } from '#generated/operations.js';
import type { CommandOperation } from '../src/command-operation.ts';
import { dataLines } from '../src/output/data-text.ts';
import { readUnread } from '../src/tenant/connection.ts';
import { visibleJson, visibleText } from '../src/visible-text.ts';
import { CONTROL, DELETE, enrollments, HOSTILE, READ, startTenant } from './run-cli.ts';

const operation = { method: 'GET', path: '/files/{id}' };

describe('untrusted text', () => {
  test('from the tenant is printed without characters that a terminal interprets, in errors, in data and in JSON', async () => {
    const tenant = await startTenant({ profiles: [{ id: 'tep_1', name: 'Partner tokens' }] });
    tenant.sandbox.fail({
      with: 409,
      body: { message: HOSTILE },
      operation: 'delete_guardian_enrollments_by_id',
      times: 2,
    });
    tenant.sandbox.fail({
      with: 'pass',
      body: { id: HOSTILE, [HOSTILE]: { inner: HOSTILE } },
      operation: 'get_token-exchange-profiles_by_id',
      times: 2,
    });
    for (const options of [[], ['--json']]) {
      for (const command of [
        [...DELETE, 'dev_1', '--yes'],
        [...READ, 'tep_1'],
      ]) {
        const { stdout, stderr } = await tenant.run([...command, ...options]);
        expect(stdout).not.toBe('');
        expect(stdout + stderr).not.toMatch(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
        expect(stdout).not.toMatch(/^forged/m);
      }
    }
  });

  test('from the OpenAPI document is printed without characters that a terminal interprets, in help and in the plan', async () => {
    const commands: CommandOperation[] = operations.map((operation) => ({
      ...operation,
      summary: `${operation.summary}${HOSTILE}`,
      description: HOSTILE,
      statuses: { default: HOSTILE },
    }));
    const tenant = await startTenant(enrollments(['dev_1']));
    for (const args of [['--help'], [], ['guardian', '--help'], [...DELETE, '--help'], [...DELETE, 'dev_1', '--yes']]) {
      const { stdout, stderr } = await tenant.run(args, { commands });
      expect(stdout + stderr).toContain('\\u001b[2J');
      expect(stdout + stderr).not.toMatch(CONTROL);
    }
  });

  test('is printed with escapes that are valid in JSON', () => {
    expect(visibleText('a\u001b[1mb\u009b')).toBe('a\\u001b[1mb\\u009b');
    expect(JSON.parse(visibleJson({ text: HOSTILE }))).toEqual({ text: HOSTILE });
  });

  test('is printed unchanged if it is the body of a response that is not JSON', async () => {
    expect(await readUnread({ data: new Response('a,b\n') }, operation)).toEqual({ data: 'a,b\n' });
    expect(dataLines('a,b')).toEqual(['a,b']);
  });

  test('that takes too long to receive is replaced by an error of its item, and the connection is closed', async () => {
    const cancel = vi.fn();
    const timeout = AbortSignal.abort(new DOMException('the body takes too long', 'TimeoutError'));
    const { error } = await readUnread(
      { data: new Response(new ReadableStream({ cancel })) },
      operation,
      () => timeout,
    );
    expect(error).toMatchObject({ name: 'NetworkError', code: 'cut_off', cause: timeout });
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('is replaced by an error of its item if the connection breaks while the body is read, so that the job continues', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    expect(await readUnread({ data: new Response(body) }, operation)).toEqual({
      error: expect.objectContaining({ message: 'GET /files/{id}: the request failed' }),
    });
  });
});

describe('the data of a response', () => {
  test('is printed as a table if it is a list; the table omits fields that are objects', () => {
    expect(
      dataLines([
        { id: 'a', size: 10, more: {} },
        { id: 'bcd', name: null },
      ]),
    ).toEqual(['id   size  name', 'a    10', 'bcd        null']);
  });

  test('is printed as a table and lines only if the document describes a list in the object', () => {
    const data = { total: 1, books: [{ id: 'a', tags: ['x'] }] };
    expect(dataLines(data, 'books')).toEqual(['id', 'a', 'total  1']);
    expect(dataLines(data)).toEqual(['total  1', 'books  [{"id":"a","tags":["x"]}]']);
  });
});

describe('--json', () => {
  test('prints the properties that the README documents', async () => {
    const readme = readFileSync(join(projectRoot, 'packages/cli/README.md'), 'utf8');
    const [, example = ''] = /## JSON[\s\S]*?```json\n([\s\S]*?)```/.exec(readme) ?? [];
    const documented = JSON.parse(example);
    const tenant = await startTenant();
    const { stdout } = await tenant.run([...DELETE, 'dev_1', '--yes', '--json']);
    const printed = JSON.parse(stdout);
    expect(Object.keys(documented)).toEqual(Object.keys(printed));
    expect(Object.keys(documented.summary)).toEqual(Object.keys(printed.summary));
    expect(Object.keys(documented.results[1])).toEqual(Object.keys(printed.results[0]));
  });

  test('prints one object with the counts of all outcomes and the result of each id', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_3']));
    tenant.sandbox.fail({ id: 'dev_3', with: 409, body: { message: 'Locked' } });
    const { status, stdout } = await tenant.run([...DELETE, 'dev_1', 'dev_2', 'dev_3', 'dev_1', '--yes', '--json']);
    expect(status).toBe(1);
    const { results, ...others } = JSON.parse(stdout);
    expect(others).toEqual({
      command: 'guardian enrollments delete',
      operation: 'delete_guardian_enrollments_by_id',
      tenant: tenant.sandbox.baseUrl,
      client: 'sandbox-client',
      dryRun: false,
      exitStatus: 1,
      stopped: null,
      summary: {
        total: 3,
        done: 1,
        missing: 1,
        failed: 1,
        exists: 0,
        unknown: 0,
        unfinished: 0,
        resumed: 0,
        duplicates: 1,
        skipped: 0,
      },
    });
    const path = 'DELETE /guardian/enrollments/{id}';
    expect(results.toSorted((a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id))).toEqual([
      { id: 'dev_1', outcome: 'done', status: 204 },
      { id: 'dev_2', outcome: 'missing', status: 404, reason: `404 Not Found: ${path}: Enrollment not found` },
      { id: 'dev_3', outcome: 'failed', status: 409, reason: `409 Conflict: ${path}: Locked` },
    ]);
  });
});
