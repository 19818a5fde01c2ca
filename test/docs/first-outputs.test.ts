// Compares the outputs on the home page of the site and in README.md, which call /token-exchange-profiles/{id} and
// /guardian/enrollments/{id}, with what the programs print. Build all packages first.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocks, hasOtherDocument, projectRoot } from './markdown-pages.ts';

const HOME = 'site/src/content/docs/index.md';
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

/** Returns the block of a page that contains a text. */
const blockWith = (file: string, text: string): string =>
  blocks.find((block) => block.file === file && block.code.includes(text))?.code ??
  expect.fail(`No "${text}" in ${file}`);

/** The folder is inside the project, so that the programs can import both built packages by name. */
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(projectRoot, 'reports/first-outputs-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a program of the project, and returns what it prints. */
const run = (program: string, ...args: string[]): string =>
  spawnSync(process.execPath, [join(projectRoot, program), ...args], { cwd: folder, encoding: 'utf8' }).stdout;

describe.skipIf(hasOtherDocument)('the home page and README.md', () => {
  test('show what the program for developers prints', async () => {
    await writeFile(join(folder, 'program.mjs'), blockWith(HOME, 'startSandbox'));
    const output = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(blockWith(HOME, 'Partner tokens')).toBe(output);
  });

  test('show operators lines of the screens of docs/reset-many-users.md', () => {
    const screens = blocks.filter(({ file }) => file === 'docs/reset-many-users.md').map(({ code }) => code);
    expect(screens.join('').split('\n')).toEqual(expect.arrayContaining(blockWith(HOME, '◇').split('\n')));
  });

  test('show maintainers what npm run diff prints for the renamed field', async () => {
    const document = read('openapi/management.yaml');
    await writeFile(join(folder, 'old.yaml'), document);
    await writeFile(join(folder, 'management.yaml'), document.replaceAll('action_id', 'trigger_id'));
    const output = run('scripts/diff.ts', join(folder, 'old.yaml'), join(folder, 'management.yaml'));
    // A verdict on a schema names the operation only if no other one uses the schema, and the schema otherwise.
    const withoutOperation = (text: string) =>
      text.replaceAll(/(?<=renamed).*(?= \(breaks)|TokenExchangeProfile\./g, '');
    expect(withoutOperation(output)).toContain(withoutOperation(blockWith(HOME, 'response-field-renamed')));
  });

  test.each([HOME, 'README.md'])('show the message of the compiler for the misspelt path: %s', async (page) => {
    const call = blockWith('README.md', 'enrolments');
    const names = "import type { ManagementClient } from 'tenant-management-client';\ndeclare const id: string;";
    await writeFile(join(folder, 'call.ts'), `${names}\ndeclare const management: ManagementClient;\n${call}`);
    const config = { extends: '../../tsconfig.json', compilerOptions: { paths: {} }, include: ['call.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    expect(run('node_modules/typescript-7.0/bin/tsc')).toContain(blockWith(page, 'TS2345'));
  });
});

test('the home page and README.md have the figures of bench/RESULTS.md on faults', () => {
  const [, table = ''] = /## faults\n\n([\s\S]*?)\n\n/.exec(read('bench/RESULTS.md')) ?? [];
  expect(read(HOME)).toContain(table);
  const [fetch, openapiFetch, auth0, own] = [...table.matchAll(/(\d) of 9/g)].map(([, count]) => count);
  expect(read('README.md')).toContain(
    `This client handles ${own} of the nine faults in \`bench/RESULTS.md\`, plain \`fetch\` ${fetch}, auth0 ${auth0} and openapi-fetch ${openapiFetch}.`,
  );
});
