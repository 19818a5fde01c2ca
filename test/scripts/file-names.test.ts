// Tests the names of files: a name states one subject, so a search for the name finds one file.
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/** Names of files that have the same subject in several folders. */
const REPEATED = [
  'cli.ts', // the command of a package
  'content-exceptions.ts', // written by the generator, and for tests
  'index.ts', // the exports of a folder
  'parameter-styles.ts', // written by the generator, and used by the client
  'sample-tabs.ts', // the marks in a page, and the script that reads them
  'vitest.config.ts',
];

/** Files that are not modules of one subject, or that have the name of an npm script or of a section of `npm run bench`. */
const EXCLUDED = /^examples\/|^(scripts|bench\/sections)\/[^/]+$|\/generated\/|\.test(-d)?\.ts$/;

test('only the listed names of TypeScript files occur in more than one folder', () => {
  const files = execFileSync('git', ['ls-files', '*.ts'], { cwd: projectRoot, encoding: 'utf8' }).trim().split('\n');
  const modules = files.filter((file) => !EXCLUDED.test(file));
  expect(modules.length).toBeGreaterThan(400);
  const repeated = modules.map((file) => basename(file)).filter((name, index, names) => names.indexOf(name) !== index);
  expect([...new Set(repeated)].toSorted()).toEqual(REPEATED);
});
