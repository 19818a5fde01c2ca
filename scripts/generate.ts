import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBehavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { foldedTable, listUnwritable, operationTable, TABLE_END, TABLE_START } from 'tools-document/operations';
import { findApi, projectRoot, type RedoclyApi, readDocument } from 'tools-document/read';
import { explosivePatterns } from 'tools-document/validation';
import { codeSpan } from '../common/formatting.ts';
import { commandOperations } from '../packages/cli/derive/command-operations.ts';
import { obstacleText, usageOf } from '../packages/cli/src/command-operation.ts';
import { catalogueModule } from './generate/catalogue-module.ts';
import { compileTypes } from './generate/compile-types.ts';
import { contentExceptionsModule } from './generate/content-exceptions.ts';
import { defaultsModule, deletePathsModule } from './generate/defaults-module.ts';
import { untrueStatements } from './generate/documented-statements.ts';
import { lostNamePlaces } from './generate/lost-names.ts';
import { replacePublicationTexts } from './generate/publication-texts.ts';
import { responseChecksModule } from './generate/response-checks-module.ts';
import { sandboxTypes } from './generate/sandbox-types.ts';
import { typesModule } from './generate/types-module.ts';
import { projectVersionsPage, VERSIONS_PAGE } from './generate/versions-page.ts';
import { runLint } from './lint/lint-document.ts';
import { runScript } from './process/run-script.ts';

const generated = 'src/generated';
const CLI_README = 'packages/cli/README.md';

const EXPLOSIVE =
  'can block the process, so no validator checks it: rewrite the pattern so that repetitions match different texts.';

/** Options of `runGenerate`; the command uses the defaults. */
export interface GenerateOptions {
  /** Folder of `redocly.yaml`, the document, the README and the generated files. */
  readonly folder?: string;
  /** Lints the document, and resolves with the exit status. */
  readonly lint?: (api: RedoclyApi) => Promise<number>;
}

/**
 * Runs the command with the arguments of the command line.
 *
 * @throws Error If an argument is invalid, the document does not pass lint, its types do not compile, or a file is
 *   out of date with --check.
 */
export async function runGenerate(
  args: string[],
  { folder = projectRoot, lint = runLint }: GenerateOptions = {},
): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { check: { type: 'boolean' } },
    allowPositionals: true,
  });
  const api = await findApi(positionals[0], folder);
  if ((await lint(api)) !== 0) throw new Error(`Nothing was generated: ${api.root} does not pass lint.`);
  const document = await readDocument(api.file);
  const files = await generateTexts(api, folder, document);
  await compileTypes(files.get(`${generated}/management.ts`) ?? '', api.root);
  for (const place of explosivePatterns(document)) console.log(`${place} ${EXPLOSIVE}`);
  for (const operation of commandOperations(document)) if (operation.obstacle) console.log(obstacleText(operation));
  const outdated = await outdatedTexts(files, folder);
  const names = [...outdated.keys()].join(', ');
  if (values.check && names !== '')
    throw new Error(`Out of date: ${names}. Run \`npm run generate\` and commit the result.`);
  await writeTexts(outdated, folder);
  console.log(names === '' ? 'All generated files are up to date.' : `Generated ${names}`);
  const places = lostNamePlaces(files, folder);
  if (places.length > 0) console.log(`Places of names that the document no longer has:\n  ${places.join('\n  ')}`);
  for (const statement of untrueStatements(folder, document))
    console.log(`No longer true: ${statement}: change or delete it.`);
}

/**
 * Returns the text of every generated file, by path from the root of the project.
 *
 * @throws Error If the client cannot write a parameter or a body of the document.
 */
export async function generateTexts(
  api: RedoclyApi,
  folder: string,
  document: OpenApiDocument,
): Promise<Map<string, string>> {
  const unwritable = listUnwritable(document);
  if (unwritable.length > 0)
    throw new Error(
      `Nothing was generated: the client cannot write parts of ${api.root}:\n  ${unwritable.join('\n  ')}`,
    );
  const head = `// Made from ${api.root} by \`npm run generate\`. Do not edit.\n\n`;
  const { aliases } = await readBehavior(api.file, document);
  const files = new Map([
    [`${generated}/management.ts`, head + (await typesModule(document))],
    [`${generated}/catalogue.ts`, head + catalogueModule(document)],
    [`${generated}/defaults.ts`, head + defaultsModule(document)],
    [`${generated}/delete-paths.ts`, head + deletePathsModule(document)],
    [`${generated}/response-checks.ts`, head + (await responseChecksModule(document))],
    ['packages/sandbox/src/generated/resources.ts', head + sandboxTypes(document, aliases)],
    ['README.md', await withTable('README.md', operationTable(document), folder)],
    [CLI_README, await withTable(CLI_README, commandTable(document), folder)],
    [VERSIONS_PAGE, await projectVersionsPage(String(document.info.version), folder)],
    ['packages/cli/src/generated/operations.ts', head + commandsModule(document)],
    [`${generated}/content-exceptions.ts`, head + contentExceptionsModule(document)],
  ]);
  await replacePublicationTexts(files, folder);
  return files;
}

/** Returns the source of the module with the operations of the command line. */
const commandsModule = (
  document: OpenApiDocument,
): string => `import type { CommandOperation } from '../command-operation.js';

/** All operations of the OpenAPI document. */
export const operations: readonly CommandOperation[] = ${JSON.stringify(commandOperations(document), null, 2)};
`;

/** Returns the table of all commands. */
const commandTable = (document: OpenApiDocument): string =>
  foldedTable(
    ['Command', 'Operation'],
    commandOperations(document).filter(({ obstacle }) => obstacle === null),
    ({ words }) => words[0] ?? '',
    (command) => [codeSpan(usageOf(command)), codeSpan(`${command.method} ${command.path}`)],
  );

/** Returns the text of a page with a new table. */
async function withTable(file: string, table: string, folder: string): Promise<string> {
  const text = await readFile(join(folder, file), 'utf8');
  const [start, end] = [text.indexOf(TABLE_START), text.lastIndexOf(TABLE_END)];
  if (start < 0 || end < start) throw new Error(`${file} must contain the lines "${TABLE_START}" and "${TABLE_END}".`);
  return `${text.slice(0, start + TABLE_START.length)}\n\n${table}\n\n${text.slice(end)}`;
}

/** Writes generated files, by path from the root of the project. */
export async function writeTexts(files: ReadonlyMap<string, string>, folder: string): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Returns the generated files whose text differs from the file in the folder. */
export async function outdatedTexts(files: Map<string, string>, folder: string): Promise<Map<string, string>> {
  const outdated = new Map<string, string>();
  for (const [path, text] of files) {
    const current = await readFile(join(folder, path), 'utf8').catch(() => undefined);
    if (current !== text) outdated.set(path, text);
  }
  return outdated;
}

if (import.meta.main)
  await runScript(
    `npm run generate -- [name] [options]

Lints the document, then writes src/generated, packages/sandbox/src/generated, packages/cli/src/generated, the tables of
operations and commands in the READMEs, and docs/versions.md. After the first version, replaces the texts of pages that are for
the time before the first publication.

  name     name of the document in redocly.yaml (default: the first)

Options:
  --check  write no file, and fail if a generated file is stale: npm run generate -- --check
`,
    (args) => runGenerate(args),
  );
