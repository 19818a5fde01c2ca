import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocumentFile } from 'tools-document/read';
import { expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { problemsIn, REPORT, STRUCTURE } from '../../scripts/lint/lint-document.ts';
import { redoclyOutput } from '../../scripts/lint/redocly.ts';
import { FIXTURE_ROOT } from './fixture.ts';
import { projectRoot } from './project-copy.ts';

/** A document that was linted. */
interface LintedText {
  readonly file: string;
  readonly lines: readonly string[];
  readonly isValid: boolean;
}

/** Lints documents as `npm run generate` does, but all documents in two processes, by the rules of the fixture. */
export async function lintTexts(folder: string, texts: readonly string[]): Promise<LintedText[]> {
  const config = parse(await readFile(join(FIXTURE_ROOT, 'redocly.yaml'), 'utf8'));
  const linted = new Map<string, LintedText>();
  const contents = new Map<string, object>();
  const apis: Record<string, object> = {};
  for (const [index, text] of texts.entries()) {
    const file = join(folder, `case-${index}.yaml`);
    apis[file] = { ...config.apis.management, root: file };
    await writeFile(file, text);
    await readDocumentFile(file).then(
      (content) => void contents.set(file, content),
      ({ message }) => void linted.set(file, { file, lines: [message], isValid: false }),
    );
  }
  const redocly = join(folder, 'redocly.yaml');
  const plugins = config.plugins.map((path: string) => join(projectRoot, path));
  await writeFile(redocly, stringify({ ...config, plugins, apis }));
  for (const option of [STRUCTURE, `--config=${redocly}`]) {
    const files = [...contents.keys()].filter((file) => linted.get(file)?.isValid !== false);
    const { stdout, output } = await redoclyOutput(['lint', ...files, option, ...REPORT]);
    const reports = stdout.split(/(?<=^\})(?=\{$)/m);
    expect(reports.length, output.slice(-1000)).toBe(files.length);
    for (const [index, file] of files.entries()) {
      const { errors, lines } = problemsIn(reports[index] ?? '', file, contents.get(file));
      linted.set(file, { file, lines, isValid: errors === 0 });
    }
  }
  return Object.keys(apis).map((file) => linted.get(file) ?? expect.fail(`${file} was not linted`));
}
