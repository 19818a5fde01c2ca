// Runs the samples of docs/error-codes.md against the built packages, and compares the page with the codes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as client from 'tenant-management-client';
import * as jobs from 'tenant-management-client/bulk';
import * as sandboxes from 'tenant-management-sandbox';
import { expect, test } from 'vitest';
import { projectRoot } from './markdown-pages.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const [program = '', ...samples] = [...read('docs/error-codes.md').matchAll(/^```mjs\n([\s\S]*?)^```$/gm)].map(
  ([, code = '']) => code.replaceAll(/^import .*\n/gm, ''),
);
const headings = [...read('docs/error-codes.md').matchAll(/^### (\w+)/gm)].map(([, code = '']) => code);
const packages = { ...client, ...jobs, ...sandboxes };

test('the page has an entry for each code', () => {
  const [, union = ''] = /export type ErrorCode =([^;]*);/.exec(read('src/errors/management-error.ts')) ?? [];
  expect(headings).toEqual([...union.matchAll(/'(\w+)'/g)].map(([, code]) => code));
});

test.each(headings.map((code, index) => ({ code, sample: samples[index] ?? '' })))(
  'the sample of $code in docs/error-codes.md provokes this code',
  async ({ code, sample }) => {
    // The last line is an expression, and a comment with its value.
    const [, start = '', last = '', value] = /^([\s\S]*\n)(.*); \/\/ '(\w+)'\n$/.exec(sample) ?? [];
    const body = `return (async () => { ${program} try { ${start} return ${last}; } finally { await sandbox.close(); } })();`;
    const run = new Function(...Object.keys(packages), body);
    expect([await run(...Object.values(packages)), value]).toEqual([code, code]);
  },
);
