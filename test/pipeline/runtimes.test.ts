// Tests the pages that are generated from the results of `npm run test:runtimes`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runtimesPage } from '../../compat/runtimes/page.ts';
import { readmeWithResults } from '../../compat/runtimes/readme.ts';
import { readResults } from '../../compat/runtimes/results.ts';
import { situations } from '../../compat/runtimes/situation.ts';
import { projectRoot } from '../support/project-copy.ts';

const UPDATE = 'run `npm run test:runtimes -- --update` and commit the changed files';
const committed = await readResults();
const read = (path: string): Promise<string> => readFile(join(projectRoot, path), 'utf8');

describe('results of npm run test:runtimes', () => {
  test('contain every situation of the fault battery', () => {
    expect(committed.situations, UPDATE).toBe(situations.length);
  });

  test('are the results in docs/runtimes.md', async () => {
    expect(await read('docs/runtimes.md'), UPDATE).toBe(runtimesPage(committed));
  });

  test('are the results in the README', async () => {
    const readme = await read('README.md');
    expect(readme, UPDATE).toBe(readmeWithResults(readme, committed));
  });

  test('name a runtime that was not tested in docs/runtimes.md and in the README', async () => {
    const results = { ...committed, runtimes: { ...committed.runtimes, Bun: null } };
    expect(runtimesPage(results)).toContain('| Bun | not tested | not tested | not tested |');
    const readme = readmeWithResults(await read('README.md'), results);
    expect(readme).toContain('- Not tested: Bun,');
    expect(readme).not.toMatch(/Tested[^;]*: [^.]*Bun \d/);
  });
});
