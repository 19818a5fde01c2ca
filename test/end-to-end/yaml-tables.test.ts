// Compares the YAML tables of the tests with the types that their tests declare: a misspelt key would be an absent expectation.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readYaml } from '../support/read-yaml.ts';

const CALL = /\breadYaml\(\s*import\.meta\.dirname,\s*'([^']+)',?\s*\)/g;

/** Returns the source of a test with each table in the place of the call that reads it. */
const withTables = (file: string): string =>
  readFileSync(file, 'utf8').replace(CALL, (_call, table) => `(${JSON.stringify(readYaml(dirname(file), table))})`);

/** Type-checks the tests with their tables. Returns the messages. */
function typeErrors(sources: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(projectRoot, 'test/tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(projectRoot, 'test'));
  const host = ts.createCompilerHost(options);
  const read = (file: string) => sources.get(file) ?? ts.sys.readFile(file);
  host.getSourceFile = (file, version) => ts.createSourceFile(file, read(file) ?? '', version);
  const program = ts.createProgram([...sources.keys()], options, host);
  return [...sources.keys()].flatMap((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  );
}

test('each YAML table of the tests has only keys and values that the type at its call allows', () => {
  const args = ['grep', '-l', 'readYaml(', '--', '*.ts'];
  const files = execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim().split('\n');
  const sources = new Map(files.map((file) => [join(projectRoot, file), withTables(join(projectRoot, file))]));
  expect(typeErrors(sources)).toEqual([]);
});
