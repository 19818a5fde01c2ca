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

/** The imports of a module, the call of answerHelp() as its first statement, and the npm script in the help text. */
const HELP_FIRST =
  /^(?:\/\/.*\n|import [^;]*;\n)+\n(?:\/\/.*\n)*(?:if \(import\.meta\.main\)\n {2})?answerHelp\(`npm run ([\w:]+)/;

test('each file that package.json runs from the folder scripts exists, and each file of the folder has an npm script', () => {
  const used = Object.values(npmScripts).flatMap((command) =>
    [...command.matchAll(/\bnode (scripts\/\S+)/g)].map(([, file]) => file),
  );
  expect(files.toSorted()).toEqual([...new Set(used)].toSorted());
});

test.each(files)(
  '%s answers --help before its first other statement, with the npm script that runs the file',
  (file) => {
    const [, name] = HELP_FIRST.exec(readFileSync(join(projectRoot, file), 'utf8')) ?? [];
    expect(npmScripts[name ?? '']?.split(' && ')).toEqual(expect.arrayContaining([`node ${file}`]));
  },
);
