// Adds operations to a copy of the project by editing YAML only, and runs the whole project on the copy.
import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Document, parse, parseDocument, stringify } from 'yaml';
import { linkModules } from '../../scripts/process/link-modules.ts';
import { runNode } from '../../scripts/process/run-node.ts';
import { projectRoot } from '../support/project-copy.ts';

const DOCUMENT = 'openapi/management.yaml';
const BEHAVIOR = 'openapi/management.behavior.yaml';

/** Folders that the copy omits, because no command below reads them or because they contain the results of commands. */
const OMITTED = ['.git', 'node_modules', 'dist', 'reports', 'bench', 'coverage'];

/** Timeout of a command: longer than any command takes. A command that hangs is killed after this time. */
const COMMAND_TIMEOUT_MS = 200_000;

const VITEST = 'node_modules/vitest/vitest.mjs';

const { document, behavior } = parse(await readFile(join(import.meta.dirname, 'added-operations.yaml'), 'utf8'));
const added: readonly string[] = Object.values<object>(document.paths)
  .flatMap((item) => Object.values(item))
  .map(({ operationId }) => operationId);
/** Every file of the copy before any command ran, with its text. */
let original: Map<string, string>;
let root: string;
/** The files that `npm run generate` lists. */
let generated: readonly string[] = [];

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'added-operations-')));
  await cp(projectRoot, root, { recursive: true, filter: (source) => !OMITTED.includes(basename(source)) });
  await linkModules(root);
  original = await readFiles();
  const edited = parseDocument(original.get(DOCUMENT) ?? '');
  merge(edited, [], document);
  await writeFile(join(root, DOCUMENT), edited.toString({ lineWidth: 0 }));
  // Insert text and keep all other lines, because the tests of the behavior file replace parts of this file.
  const text = original.get(BEHAVIOR) ?? '';
  await writeFile(
    join(root, BEHAVIOR),
    text.replace(/^operations:\n/m, () => stringify(behavior)),
  );
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** Adds values to a YAML document. A mapping that exists gets the keys of the added mapping. */
function merge(target: Document, path: readonly string[], value: unknown): void {
  if (target.hasIn(path) && typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) merge(target, [...path, key], inner);
  } else target.setIn(path, target.createNode(value, { aliasDuplicateObjects: false }));
}

/** Reads every file of the copy that is not the result of a build or of a test. */
async function readFiles(): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((path) => !path.split('/').some((part) => OMITTED.includes(part)));
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, string]> => [path, await readFile(join(root, path), 'utf8')]),
    ),
  );
}

/** Runs a command in the copy. Fails the test with the output of the command if the command fails. */
async function run(...args: string[]): Promise<string> {
  const { status, output } = await runNode(args, { cwd: root, timeout: COMMAND_TIMEOUT_MS });
  expect(status, `${args.join(' ')}\n${output}`).toBe(0);
  return output;
}

// Each test needs the results of the tests above it.
test('npm run generate writes a catalogue that contains the operations that were added in YAML', async () => {
  generated = /^Generated (.*)$/m.exec(await run('scripts/generate.ts'))?.[1]?.split(', ') ?? [];
  const catalogue = await readFile(join(root, 'src/generated/catalogue.ts'), 'utf8');
  expect(added).toHaveLength(5);
  expect(added.filter((id) => !catalogue.includes(`"${id}": {`))).toEqual([]);
});

test('client, sandbox and command line build with the added operations, and the whole project type-checks', async () => {
  await run('scripts/build.ts');
  await run('scripts/build-sandbox.ts');
  await run('scripts/build-cli.ts');
  await run('node_modules/typescript/bin/tsc', '-p', '.');
});

test('the command line has a command with help for every added operation', async () => {
  expect(added.length).toBeGreaterThan(0);
  for (const id of added) expect(await run('packages/cli/dist/cli.js', id, '--help')).toContain(` (${id})\n`);
});

test.each(['prism', 'sandbox'])('the contract suite passes on %s and tests every added operation', async (target) => {
  const output = await run('scripts/contract.ts', '--target', target);
  expect(added.filter((id) => !output.includes(` ${id} > returns 2`))).toEqual([]);
});

test('the contract suite covers 100 % of the document with the added operations', async () => {
  const output = await run('scripts/document-coverage.ts');
  expect(output).toContain('| operations | 8 of 8 | 100 % |');
});

test('the tests of the facts, the client and the sandbox pass with the added operations', async () => {
  await run(VITEST, 'run', '--project', 'contract', 'facts');
  await run(VITEST, 'run', '--project', 'unit*', '--project', 'sandbox');
});

test('an added operation changes only the YAML and the generated files', async () => {
  const files = await readFiles();
  const changed = [...new Set([...original.keys(), ...files.keys()])].filter(
    (path) => original.get(path) !== files.get(path),
  );
  expect(changed.filter((path) => !generated.includes(path)).sort()).toEqual([BEHAVIOR, DOCUMENT]);
});
