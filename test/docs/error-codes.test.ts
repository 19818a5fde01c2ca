// Compares the tables of docs/errors.md with the codes, and runs its sample for each fault against the built packages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientCredentials, createManagementClient, unwrap } from 'tenant-management-client';
import { startSandbox } from 'tenant-management-sandbox';
import { expect, test } from 'vitest';
import { hasOtherDocument, projectRoot } from './markdown-pages.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const page = read('docs/errors.md');
const [, sample = ''] = /^## In a test\n[\s\S]*?^```mjs\n([\s\S]*?)^```$/m.exec(page) ?? [];
const faults = [...sample.matchAll(/^ {2}(\w+): \{/gm)].map(([, code = '']) => code);

test('the tables below "Codes" in docs/errors.md have a row for each code', () => {
  const [, union = ''] = /export type ErrorCode =([^;]*);/.exec(read('src/errors/management-error.ts')) ?? [];
  const [, tables = ''] = /^## Codes\n([\s\S]*?)\n## /m.exec(page) ?? [];
  const rows = [...tables.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
  expect(rows).toEqual([...union.matchAll(/'(\w+)'/g)].map(([, code]) => code));
  expect(faults.length).toBeGreaterThan(15);
  expect(rows).toEqual(expect.arrayContaining(faults));
});

test.skipIf(hasOtherDocument).each(faults)(
  'the fault of %s in docs/errors.md causes an error with this code',
  async (code) => {
    const program = sample
      .replaceAll(/^import .*\n/gm, '')
      .replace('faults.rate_limited', `faults.${code}`)
      .replace(/console\.log\((.*)\);/, 'const result = $1;');
    const names = { clientCredentials, createManagementClient, startSandbox, unwrap };
    const run = new Function(...Object.keys(names), `return (async () => { ${program}\nreturn result; })();`);
    expect(await run(...Object.values(names))).toBe(code);
  },
);
