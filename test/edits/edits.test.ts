// Applies ordinary edits of the document to copies of the project, and runs its commands and tests there: only facts
// can fail, and after a removal or a rename also the files that name what is gone.
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonTestResults } from 'vitest/node';
import { parse, stringify } from 'yaml';
import { linkModules } from '../../scripts/process/link-modules.ts';
import { runNode } from '../../scripts/process/run-node.ts';
import { projectRoot } from '../support/project-copy.ts';
import { readYaml } from '../support/read-yaml.ts';

const DOCUMENT = 'openapi/management.yaml';
const BEHAVIOR = 'openapi/management.behavior.yaml';

/** Folders that the copy omits, because no command below reads them or because they contain the results of commands. */
const OMITTED = ['.git', 'node_modules', 'dist', 'reports'];

/** A command that hangs is killed after this time. */
const COMMAND_TIMEOUT_MS = 1_200_000;

/** Files that can name parts of the document. */
const NAMING = /^(test\/(contract|docs)|docs|examples|bench|compat|([a-z]+\/[a-z]+\/)?[A-Z]+\.md)\b/;

/** Keys whose value has names as its keys. */
const NAMED = ['paths', 'schemas', 'properties', 'securitySchemes', 'scopes', 'aliases'];

/** Shorter names, such as `id` and `name`, occur in files that are not about the document. */
const SHORTEST_NAME = 6;

/** Projects that other commands than `npm test` run. */
const OTHER_COMMANDS = ['!full', '!night', '!compat', '!site', '!edits'];

/** An entry of `edits.yaml`. */
interface Edit {
  readonly edit: string;
  readonly ci?: boolean;
  readonly document?: object;
  readonly behavior?: object;
  readonly uncallable?: string;
  readonly withoutCommand?: string;
  readonly replace?: Record<string, string>;
  readonly untrue?: Record<string, string[]>;
  readonly instead?: { document: object; behavior: object };
}

const [patchOfPage, behaviorOfPage] = [
  ...readFileSync(join(projectRoot, 'docs/changing-the-document.md'), 'utf8').matchAll(
    /^ {3}```yaml\n([\s\S]*?)\n {3}```$/gm,
  ),
].map(([, yaml]) => parse(yaml ?? ''));

const TABLE: Edit[] = readYaml(import.meta.dirname, 'edits.yaml');
const edits: Edit[] = [
  ...TABLE,
  {
    edit: 'adds the operation of docs/changing-the-document.md',
    document: { paths: { '/guardian/enrollments/{id}': patchOfPage } },
    behavior: { operations: behaviorOfPage },
    untrue: { 'the document has PATCH /guardian/enrollments/{id}': ['docs/not-documented.md'] },
  },
];

const all = process.env['EDITS'] === 'all';

describe.for(edits.filter(({ ci }) => all || ci))('An edit that $edit', (edit) => {
  let root: string;
  let ids: string[];
  /** The output of `npm run generate`. */
  let generated: string;
  /** The texts that name parts of the document before the edit, but no part after it. */
  let gone: string[];

  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'edit-')));
    await cp(projectRoot, root, { recursive: true, filter: (source) => !OMITTED.includes(basename(source)) });
    await linkModules(root);
    const changed = [
      await change(DOCUMENT, edit.document, edit.instead?.document),
      await change(BEHAVIOR, edit.behavior, edit.instead?.behavior),
    ];
    const [before, after] = [listNames(changed.map((one) => one.before)), listNames(changed.map((one) => one.after))];
    const names = [...before.names].filter((name) => !after.names.has(name));
    // A file names an operation also by its path, which another operation can have too.
    const paths = [...before.paths].flatMap(([id, path]) => (after.paths.has(id) ? [] : path));
    gone = [...names, ...paths].filter((name) => name.length >= SHORTEST_NAME);
    ids = [...after.paths.keys()].filter((id) => id !== edit.uncallable);
    generated = await run('scripts/generate.ts');
    for (const script of ['build', 'build-sandbox', 'build-cli']) await run(`scripts/${script}.ts`);
  });

  afterAll(() => rm(root, { recursive: true, force: true }));

  async function change(file: string, patch: object = {}, instead?: object) {
    const source = await readFile(join(root, file), 'utf8');
    let text = source;
    for (const [from, to] of Object.entries(edit.replace ?? {})) text = text.replaceAll(from, to);
    const after = instead ?? mergePatch(parse(text), patch);
    await writeFile(join(root, file), stringify(after, { aliasDuplicateObjects: false }));
    return { before: parse(source), after };
  }

  const start = (...args: string[]) => runNode(args, { cwd: root, timeout: COMMAND_TIMEOUT_MS });

  /** Runs a command in the copy that must succeed, and returns its output. */
  async function run(...args: string[]): Promise<string> {
    const { status, output } = await start(...args);
    expect(status, `${args.join(' ')}\n${output}`).toBe(0);
    return output;
  }

  /** Whether a file can have problems after the edit: it states facts or statements, or names what is gone. */
  const isExcused = (file: string): boolean =>
    /^test\/(contract\/facts|docs\/documented-statements)/.test(file) ||
    (NAMING.test(file) &&
      existsSync(join(root, file)) &&
      gone.some((name) => readFileSync(join(root, file), 'utf8').includes(name)));

  test('has type errors only in files that name what is gone, and keeps the size of the bundles', async () => {
    const { status, output } = await start('scripts/types.ts');
    const files = [...output.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, file]) => file ?? '');
    const others = files.filter((file) => !isExcused(file));
    expect([files.length > 0, others], output).toEqual([status !== 0, []]);
    await run('scripts/size.ts');
  });

  // Another document contradicts almost each statement.
  if (edit.instead === undefined)
    test('makes generate name exactly the statements of pages that are no longer true', () => {
      const untrue: Record<string, string[]> = {};
      for (const [, file = '', reason = ''] of generated.matchAll(/^No longer true: (\S+?):\d+: .* \((.*)\): /gm))
        untrue[reason] = [...(untrue[reason] ?? []), file];
      expect(untrue).toEqual(edit.untrue ?? {});
    });

  test('gives each operation a command, or says why it has none', async () => {
    for (const id of ids) {
      const help = await run('packages/cli/dist/cli.js', id, '--help');
      const [text, part] = id === edit.withoutCommand ? [generated, help] : [help, ` (${id})\n`];
      expect(text).toContain(part);
    }
  });

  test('fails only facts, and tests of what is gone', async () => {
    // If the tests with the fixture pass with another document, then no edit of the document can break these tests.
    const projects = all && edit.instead ? OTHER_COMMANDS : ['contract', 'contract-sandbox', 'docs'];
    const report = join(root, 'reports/vitest.json');
    const options = projects.map((project) => `--project=${project}`);
    const args = ['node_modules/vitest/vitest.mjs', 'run', ...options, '--reporter=json', `--outputFile=${report}`];
    const { status, output } = await start(...args);
    const { numPassedTests, success, testResults }: JsonTestResults = JSON.parse(await readFile(report, 'utf8'));
    // An error outside of the tests changes only the exit status.
    expect([status, numPassedTests > 0], output).toEqual([success ? 0 : 1, true]);
    const problems = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults.filter((test) => test.status === 'failed');
      const texts = failed.map(({ fullName, failureMessages }) => [fullName, ...(failureMessages ?? [])].join('\n'));
      return (status === 'failed' && failed.length === 0 ? [message] : texts)
        .filter((text) => ![file, ...namedFiles(text)].some(isExcused))
        .map((text) => `${file}: ${text}`);
    });
    expect(problems).toEqual([]);
    const titles = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ fullName }) => fullName));
    await run('scripts/document-coverage.ts');
    // On Prism and on the sandbox.
    const tested = (id: string) => titles.filter((title) => title.includes(`${id} returns 2`)).length >= 2;
    expect(ids.filter((id) => !tested(id))).toEqual([]);
  });
});

/** Files that a text names. */
const namedFiles = (text: string): string[] => text.match(/[\w./-]+?\.(md|ts|js)\b/g) ?? [];

/** Applies a JSON merge patch (RFC 7396). */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const merged: Record<string, unknown> = { ...Object(target) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
}

/** Lists the names by which other files can refer to a part of the document, and the paths by operation id. */
function listNames(value: unknown, key = '', names = new Set<string>(), paths = new Map<string, string>()) {
  for (const [name, inner] of Object.entries(Object(value))) {
    if (NAMED.includes(key)) names.add(name);
    const { operationId } = Object(inner);
    if (typeof operationId === 'string') paths.set(operationId, key) && names.add(operationId);
    if (typeof inner === 'object') listNames(inner, name, names, paths);
  }
  return { names, paths };
}
