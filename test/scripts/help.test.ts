// Tests the help texts in the sources. test/end-to-end/help.test.ts runs the scripts.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/** The npm scripts by name. */
const npmScripts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(projectRoot, 'package.json'), 'utf8'),
).scripts;

const files = globSync('scripts/*.ts', { cwd: projectRoot }).map((file) => file.replaceAll('\\', '/'));

/** The last statement of a script, which prints the help text or runs the script, and the npm script in the help text. */
const LAST_STATEMENT =
  /\n(?:if \(import\.meta\.main\)\s+)?await runScript\(\s*`npm run ([\w:]+)[^`]*`,.*(?:\n(?![\w/]).*)*$/;

test('each file that package.json runs from the folder scripts exists, and each file of the folder has an npm script', () => {
  const used = Object.values(npmScripts).flatMap((command) =>
    [...command.matchAll(/\bnode (scripts\/\S+)/g)].map(([, file]) => file),
  );
  expect(files.toSorted()).toEqual([...new Set(used)].toSorted());
});

test.each(files)(
  '%s runs with runScript() as its last statement, with a help text that names its npm script',
  (file) => {
    const [, name] = LAST_STATEMENT.exec(readFileSync(join(projectRoot, file), 'utf8')) ?? [];
    expect(npmScripts[name ?? '']?.split(' && ')).toEqual(expect.arrayContaining([`node ${file}`]));
  },
);
