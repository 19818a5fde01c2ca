import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot, readDocument } from 'tools-document/read';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { typesModule } from '../../scripts/generate/types-module.ts';
import { runDiff } from '../../tools/diff/src/run-diff.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CONFIG = 'apis:\n  library:\n    root: api/library.yaml\n';
const DOCUMENT = `openapi: 3.1.0
info: { title: Library, version: '1' }
paths:
  /books/{id}:
    get:
      operationId: read_book
      responses:
        '200': { description: Book., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
components:
  schemas:
    Book:
      type: object
      properties: { title: { type: string }, pages: { type: integer } }
`;
const FILES = {
  'redocly.yaml': CONFIG,
  'package.json': '{ "version": "0.3.0" }',
  'api/library.yaml': DOCUMENT,
};
/** The pointer of the field that replaces `title`. */
const NAME = '/components/schemas/Book/properties/name';
/** An edit that needs a major version. */
const BROKEN = { 'api/library.yaml': DOCUMENT.replace('title: {', 'name: {') };

/** Root of a repository whose only commit has the tag v0.3.0. */
let root = '';
beforeEach(async () => {
  root = temporaryFolder();
  git('init');
  await write(FILES);
  commit('v0.3.0');
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

const remove = (name: string) => rm(join(root, name));
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });

function commit(tag: string): void {
  git('add', '--all');
  git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--no-gpg-sign', '-m', tag);
  git('tag', tag);
}

/** Runs the command. Returns its status and what it prints. */
async function diff(...args: string[]) {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  log.mockClear();
  const status = await runDiff(args, typesModule, root);
  return { status, output: log.mock.calls.flat().join('\n') };
}

describe('npm run diff', () => {
  test('compares the working tree with the tag of the last release by default', async () => {
    await write({ 'api/library.yaml': `${DOCUMENT}      description: A book.\n` });
    commit('v0.10.0');
    await write(BROKEN);
    const { status, output } = await diff();
    expect(status).toBe(0);
    expect(output).toContain(`Read the field \`name\` instead of \`title\`.\n  api/library.yaml:13  ${NAME}`);
    expect(output).toContain('Changes since v0.10.0: 1 major, 1 patch. The changes need a major version');
  });

  test.each(['v0.3.0-rc.1', 'vnext', 'v2'])('ignores the tag %s, which is not a release', async (tag) => {
    await write(BROKEN);
    commit(tag);
    expect((await diff()).output).toContain('Changes since v0.3.0: 1 major');
  });

  test('compares the working tree with HEAD if no release has a tag', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    git('tag', '--delete', 'v0.3.0');
    expect((await diff()).output).toBe('The contract is the same as at HEAD.');
    expect(error).toHaveBeenCalledWith(expect.stringMatching(/^No release has a tag .* pass its git ref\.$/));
  });

  test('compares two git refs', async () => {
    await write({ ...BROKEN, 'package.json': '{ "version": "0.4.0" }' });
    commit('v0.4.0');
    await write(FILES);
    expect((await diff('v0.3.0', 'v0.4.0', '--check-release')).output).toContain(
      `api/library.yaml:13  ${NAME}\n\nChanges from v0.3.0 to v0.4.0: 1 major.`,
    );
    expect((await diff('v0.4.0', 'v0.4.0')).output).toBe('The contracts of v0.4.0 and v0.4.0 are the same.');
  });

  test('compares the sunset date of a removed field with the date of the new git ref', async () => {
    const title = "title: { type: string, deprecated: true, x-sunset: '2020-01-01' }";
    await write({ 'api/library.yaml': DOCUMENT.replace('title: { type: string }', title) });
    commit('v0.4.0');
    await write({ 'api/library.yaml': DOCUMENT.replace('title: { type: string }, ', '') });
    vi.stubEnv('GIT_COMMITTER_DATE', '2019-12-31T12:00:00Z');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    commit('v0.5.0');
    expect((await diff('v0.4.0', 'v0.5.0')).output).toContain('Removed before its sunset date 2020-01-01.');
  });

  test('compares two files, and the behavior files next to them', async () => {
    await write({
      'api/new.yaml': BROKEN['api/library.yaml'],
      'api/library.behavior.yaml': 'aliases: { volumes: books }',
      'api/new.behavior.yaml': 'aliases: { volumes: search }',
    });
    vi.stubEnv('INIT_CWD', join(root, 'api'));
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const { output } = await diff('library.yaml', 'new.yaml');
    expect(output).toContain(`new.yaml:13  ${NAME}`);
    expect(output).toContain('new.behavior.yaml:1  new.behavior.yaml#/aliases/volumes');
    expect(output).toContain('Changes from library.yaml to new.yaml: 2 major.');
    await remove('api/library.behavior.yaml');
    expect((await diff('library.yaml', 'new.yaml')).output).toContain('to new.yaml: 1 major.');
    await expect(diff('library.yaml', 'new.yaml', '--check-release')).rejects.toThrow('must be used with git refs');
  });

  test('prints JSON with the bump and the changes', async () => {
    await write(BROKEN);
    expect(JSON.parse((await diff('--format', 'json')).output)).toEqual({
      bump: 'major',
      changes: [
        {
          operation: 'read_book',
          operations: ['read_book'],
          file: 'api/library.yaml',
          line: 13,
          pointer: NAME,
          kind: 'response-field-renamed',
          breaks: ['readers'],
          bump: 'major',
          action: 'Read the field `name` instead of `title`.',
        },
      ],
    });
  });

  test('prints a Markdown table in which a pipe character is escaped', async () => {
    await write({ 'api/library.yaml': DOCUMENT.replace('title: {', '"a|b": {') });
    const { output } = await diff('--format', 'markdown');
    expect(output).toMatch(/^## Verdict: major\n/);
    expect(output).toContain(
      '| `read_book` | response-field-renamed | readers | Read the field `a\\|b` instead of `title`. | `api/library.yaml:13` `/components/schemas/Book/properties/a\\|b` |',
    );
  });

  test('exits with status 1 if the verdict is at least --fail-on', async () => {
    await write({ 'api/library.yaml': DOCUMENT.replace('}, pages', '}, isbn: { type: string }, pages') });
    const statuses = ['major', 'minor', 'patch', 'none'].map(async (limit) => (await diff('--fail-on', limit)).status);
    expect(await Promise.all(statuses)).toEqual([0, 1, 1, 0]);
  });

  test('rejects an unknown git ref', async () => {
    await expect(diff('v9')).rejects.toThrow(
      'v9 must be a commit or a tag of this repository: run `git fetch --tags`, or pass another ref',
    );
    await expect(diff('--', '--help')).rejects.toThrow('--help must be a commit or a tag of this repository');
  });

  test('rejects a git ref that does not contain the document or redocly.yaml', async () => {
    await remove('api/library.yaml');
    commit('without-document');
    await remove('redocly.yaml');
    commit('without-configuration');
    await write(FILES);
    await expect(diff('without-document')).rejects.toThrow('api/library.yaml must exist at the git ref');
    await expect(diff('without-configuration')).rejects.toThrow('redocly.yaml must exist at the git ref');
  });

  test('throws an error that names the file if a file at the git ref cannot be parsed', async () => {
    await write({ 'api/library.yaml': 'paths: [' });
    commit('broken');
    await write(FILES);
    await expect(diff('broken')).rejects.toThrow(/^at broken: api\/library\.yaml:1:9: /);
  });

  test('throws an error that names the place of a $ref without a target', async () => {
    await write({ 'api/library.yaml': DOCUMENT.replace('schemas/Book', 'schemas/Missing') });
    await expect(diff()).rejects.toThrow(
      'the $ref at /paths/~1books~1{id}/get/responses/200/content/application~1json/schema must have a target',
    );
  });

  test('rejects unknown values of --format and --fail-on, a third git ref, and a git ref with a file', async () => {
    await expect(diff('--format', 'xml')).rejects.toThrow('--format must be one of: text, markdown, json, github');
    await expect(diff('--fail-on', 'all')).rejects.toThrow('--fail-on must be one of: major, minor, patch, none');
    const message = 'npm run diff must get at most two git refs, or two files';
    await expect(diff('HEAD', 'HEAD', 'HEAD')).rejects.toThrow(message);
    await expect(diff('HEAD', 'library.yaml')).rejects.toThrow(message);
    await expect(diff('old.yaml', 'new.yaml')).rejects.toThrow('old must name a file that exists');
    await expect(diff('--consumer', '.', '--format', 'github')).rejects.toThrow(
      '--format with --consumer must be one of: text, markdown, json',
    );
  });
});

describe('npm run diff -- --check-release', () => {
  const changeset = (bump: string) => `---\n"library": ${bump}\n---\n\nChanged.\n`;

  test.for([
    [
      'no version is announced',
      {},
      'need a minor version, but package.json and the new changesets announce no new version',
    ],
    ['a changeset announces a patch', { '.changeset/a.md': changeset('patch') }, 'announce a patch version'],
    [
      'package.json has only a new patch version',
      { 'package.json': '{ "version": "0.3.1" }' },
      'announce a patch version',
    ],
    [
      'the version in package.json is smaller than the released version',
      { 'package.json': '{ "version": "0.2.0" }' },
      'announce no new version',
    ],
  ] as const)('rejects a breaking change if %s', async ([_when, files, message]) => {
    await write({ '.changeset/config.json': '{}', ...BROKEN, ...files });
    await expect(diff('--check-release')).rejects.toThrow(message);
  });

  test.for([
    ['a changeset announces a minor version before 1.0', { '.changeset/a.md': changeset('minor') }],
    ['package.json has a new minor version before 1.0', { 'package.json': '{ "version": "0.4.0" }' }],
    [
      'one of the changesets announces a large enough version',
      { '.changeset/a.md': changeset('patch'), '.changeset/b.md': changeset('major') },
    ],
  ] as const)('accepts a breaking change only if %s', async ([_when, files]) => {
    await write({ '.changeset/config.json': '{}' });
    expect((await diff('--check-release')).status).toBe(0);
    await write({ ...BROKEN, ...files });
    expect((await diff('--check-release')).status).toBe(0);
  });

  test('ignores changesets that the git ref already contains, unless their bump has changed', async () => {
    await write({ '.changeset/config.json': '{}', '.changeset/a.md': changeset('minor') });
    commit('base');
    await write({ ...BROKEN, '.changeset/b.md': changeset('patch') });
    await expect(diff('--check-release', 'base')).rejects.toThrow('the new changesets announce a patch version');
    await write({ '.changeset/a.md': changeset('major') });
    expect((await diff('--check-release', 'base')).status).toBe(0);
  });

  test('requires a major version for a breaking change after 1.0', async () => {
    await write({ '.changeset/config.json': '{}', 'package.json': '{ "version": "1.2.0" }' });
    commit('v1.2.0');
    await write({ ...BROKEN, '.changeset/a.md': changeset('minor') });
    await expect(diff('--check-release')).rejects.toThrow('need a major version');
    await write({ '.changeset/a.md': changeset('major') });
    expect((await diff('--check-release')).status).toBe(0);
  });
});

test('npm run diff -- --consumer lists the lines of a service that stop compiling, and exits with status 1', async () => {
  const document = join(root, 'api/library.yaml');
  const main = "import { get } from 'tenant-management-client';\nexport const { title } = get('/books/{id}');\n";
  const client = 'service/node_modules/tenant-management-client';
  await write({
    'service/main.js': main,
    [`${client}/package.json`]: '{ "type": "module", "types": "./index.d.ts" }',
    [`${client}/index.d.ts`]: `import type { paths } from './generated/management.js';
export declare function get<P extends keyof paths>(
  path: P,
): paths[P] extends { get: { responses: { 200: { content: { 'application/json': infer T } } } } } ? T : never;
`,
    [`${client}/generated/management.d.ts`]: await typesModule(await readDocument(document)),
  });
  await symlink(join(projectRoot, 'node_modules/typescript'), join(root, 'service/node_modules/typescript'));
  const service = join(root, 'service');
  expect(await diff('--consumer', service)).toEqual({
    status: 0,
    output: `${service} compiles; run its tests for behavior.`,
  });
  await write({ 'service/main.js': `${main}undeclared();\n` });
  expect((await diff('--consumer', service)).output).toBe(
    `${service}: no other line stops compiling (with errors before the changes: 1); run its tests for behavior.`,
  );
  await write({ ...BROKEN, 'service/main.js': main });
  const { status, output } = await diff('--consumer', service);
  expect(status).toBe(1);
  expect(output.split('\n')).toEqual([
    "main.js:2  export const { title } = get('/books/{id}');",
    expect.stringMatching(/^ {2}TS2339: Property 'title' does not exist/),
    '  major  response-field-renamed  read_book  (breaks readers)',
    '  Read the field `name` instead of `title`.',
    '',
    `${service}: 1 line stops compiling.`,
  ]);
  const json = await diff('--format', 'json', '--consumer', service);
  expect(JSON.parse(json.output)).toMatchObject({ bump: 'major', consumer: { lines: [{ file: 'main.js', line: 2 }] } });
  const markdown = await diff('--format', 'markdown', '--consumer', service);
  expect(markdown.output).toContain('| `main.js:2` | TS2339: Property ');
});
