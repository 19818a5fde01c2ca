import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TABLE_END, TABLE_START } from 'tools-document/operations';
import { findApi, type RedoclyApi, readDocument } from 'tools-document/read';
import { test as base, describe, expect, vi } from 'vitest';
import { generateTexts, outdatedTexts, runGenerate, writeTexts } from '../../../scripts/generate.ts';
import { placeFixture } from '../../support/fixture.ts';
import { edit, projectRoot } from '../../support/project-copy.ts';

/** The files that `npm run generate` writes, in the order in which the command lists them. */
const GENERATED = [
  'src/generated/management.ts',
  'src/generated/catalogue.ts',
  'src/generated/defaults.ts',
  'src/generated/delete-paths.ts',
  'src/generated/response-checks.ts',
  'packages/sandbox/src/generated/resources.ts',
  'README.md',
  'packages/cli/README.md',
  'docs/versions.md',
  'packages/cli/src/generated/operations.ts',
  'src/generated/content-exceptions.ts',
] as const;

/** Reads the generated files in a copy of the project. */
const generatedFiles = (folder: string): Promise<string[]> =>
  Promise.all(GENERATED.map((path) => readFile(join(folder, path), 'utf8')));

const DOCUMENT = 'openapi/management.yaml';

/** A test with a folder that has the inputs and outputs of the generator. */
const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this fixture needs.
  .extend('folder', async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'generate-'));
    onCleanup(() => rm(folder, { recursive: true }));
    for (const path of ['package.json', ...GENERATED]) await cp(join(projectRoot, path), join(folder, path));
    await placeFixture(folder);
    const api = await findApi(undefined, folder);
    await writeTexts(await generateTexts(api, folder, await readDocument(api.file)), folder);
    return folder;
  })
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this fixture needs.
  .extend('printed', async ({}, { onCleanup }) => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    onCleanup(() => log.mockRestore());
    return () => log.mock.calls.flat();
  });

/** A lint run that finds no problem. */
const lint = async () => 0;

/** Changes generated files, so that a test can detect whether one of them is written; returns the texts of all. */
async function makeOutdated(folder: string, paths: readonly string[] = GENERATED): Promise<string[]> {
  for (const path of paths)
    await edit(folder, path, (text) => text.replace(new RegExp(`(?=${TABLE_END})|$`), '\noutdated\n'));
  return generatedFiles(folder);
}

describe('npm run generate', () => {
  test('writes exactly the committed files, and writes the same bytes in a second run', async ({ folder }) => {
    const committed = await generatedFiles(folder);
    await rm(join(folder, 'src/generated'), { recursive: true });
    // The rows of released versions are only in the page itself, so this test does not remove the page.
    await edit(folder, 'docs/versions.md', (text) => text.replace(/^# .*$/m, ''));
    await edit(
      folder,
      'README.md',
      (text) => text.slice(0, text.indexOf(TABLE_START)) + TABLE_START + text.slice(text.indexOf(TABLE_END)),
    );

    await runGenerate([], { folder, lint });
    expect(await generatedFiles(folder)).toEqual(committed);

    await runGenerate([], { folder, lint });
    expect(await generatedFiles(folder)).toEqual(committed);
  });

  test.for(['README.md', 'packages/cli/README.md'])(
    'replaces the table of %s and keeps all other text',
    async (file, { folder, printed }) => {
      await edit(folder, file, (text) => `Before.\n\n${text}\nAfter.\n`);
      const readme = await readFile(join(folder, file), 'utf8');
      await edit(folder, file, (text) => text.replace(TABLE_END, `Outdated.\n\n${TABLE_END}`));

      await runGenerate([], { folder, lint });

      expect(await readFile(join(folder, file), 'utf8')).toBe(readme);
      expect(printed()).toEqual([`Generated ${file}`]);
      await runGenerate([], { folder, lint });
      expect(printed().at(-1)).toBe('All generated files are up to date.');
    },
  );

  test('marks a deprecated operation in the types, the catalogue and the table of the README', async ({ folder }) => {
    await edit(folder, DOCUMENT, (text) =>
      text.replace('x-release-lifecycle: Early Access', 'x-release-lifecycle: Deprecated\n      deprecated: true'),
    );
    await runGenerate([], { folder, lint });
    const [types, catalogue, , , , , readme] = await generatedFiles(folder);
    expect(types).toMatch(/@deprecated \*\/\s+"get_token-exchange-profiles_by_id": \{/);
    expect(types).toContain('DeprecatedPaths {\n    get: "/token-exchange-profiles/{id}";\n}');
    expect(catalogue?.match(/"deprecated": \w+/g)).toEqual([true, false, false].map((is) => `"deprecated": ${is}`));
    expect(readme).toContain('| ~~Get a token exchange profile~~ (deprecated) | `GET /token-exchange-profiles/{id}` |');
  });

  test('accepts a response with a recursive schema', async ({ folder }) => {
    const [, before] = await generatedFiles(folder);
    await edit(folder, DOCUMENT, (text) =>
      text.replace('    ErrorBody:\n', "$&      properties: { cause: { $ref: '#/components/schemas/ErrorBody' } }\n"),
    );
    await runGenerate([], { folder, lint });
    const [types, catalogue] = await generatedFiles(folder);
    expect(types).toContain('cause?: components["schemas"]["ErrorBody"]');
    expect(catalogue).toBe(before);
  });

  test('leaves a pattern that can block the process out of the validators, and prints its place', async ({
    folder,
    printed,
  }) => {
    await edit(folder, DOCUMENT, (text) =>
      text.replace(
        '    ErrorBody:\n',
        (line) => `${line}      properties: { hint: { type: string, pattern: '^([a-z]+:)?[a-z]+$', maxLength: 77 } }\n`,
      ),
    );
    await runGenerate([], { folder, lint });
    const checks = await readFile(join(folder, 'src/generated/response-checks.ts'), 'utf8');
    expect(checks).toContain('77');
    expect(checks).not.toContain('[a-z]+:');
    expect(printed()[0]).toBe(
      '#/components/schemas/ErrorBody/properties/hint/pattern can block the process, so no validator checks it: rewrite the pattern so that repetitions match different texts.',
    );
  });

  test('lists the places of ids, scopes and paths that the last commit has and the document no longer has', async ({
    folder,
    printed,
  }) => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
    git('init');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--message=Add the files');
    const renamed = (text: string) => text.replaceAll(/(read:)token_exchange_|(by_)id|guardian(?=\/)/g, '$1$2other');
    await edit(folder, 'openapi/management.behavior.yaml', renamed);
    await edit(folder, DOCUMENT, (text) => renamed(text).replaceAll(/(-profiles\/\{|name: )id\b/g, '$1key'));
    const lost = ['/guardian/enrollments/dev_1', '`read:token_exchange_profiles`', '/token-exchange-profiles/{id}'];
    lost.push('/get_token-exchange-profiles_by_id/', '/resources/guardian%2Fenrollments/');
    lost.push('~1guardian~1enrollments~1{id}/', '~1token-exchange-profiles~1{id}');
    const kept = ['/token-exchange-profiles/tep_1', 'DELETE /guardian', 'bread:token_exchange_profiles'];
    kept.push('~1guardian~1enrollments~1{id}~1a', 'resources/guardian%2Fenrollments%2Fa');
    await writeFile(join(folder, 'docs/page.md'), [...kept, ...lost].join('\n'));
    const listed = async () => {
      await runGenerate([], { folder, lint });
      const places = String(printed().findLast((text) => /^Places of names/.test(text))).split('\n  ');
      return places.filter((place) => place.startsWith('docs/page.md'));
    };
    const expected = lost.map((text, n) => `docs/page.md:${n + kept.length + 1}:${text}`);
    expect([await listed(), await listed()]).toEqual([expected, expected]);
  });

  test('lints the document with the given name in redocly.yaml, or the first document if no name is given', async ({
    folder,
  }) => {
    const names: string[] = [];
    const recordName = async ({ name }: RedoclyApi) => {
      names.push(name);
      return 1;
    };
    for (const args of [[], ['management']]) {
      await expect(runGenerate(args, { folder, lint: recordName })).rejects.toThrow('does not pass lint');
    }
    expect(names).toEqual(['management', 'management']);
  });

  test.for([
    { command: 'npm run generate', args: [] },
    { command: 'npm run generate -- --check', args: ['--check'] },
  ])('writes no file if the document does not pass lint, with the command $command', async ({ args }, { folder }) => {
    const before = await makeOutdated(folder);
    await expect(runGenerate(args, { folder, lint: async () => 1 })).rejects.toThrow(
      `Nothing was generated: ${DOCUMENT} does not pass lint.`,
    );
    expect(await generatedFiles(folder)).toEqual(before);
  });

  test('rejects a parameter that the client cannot write, with its place', async ({ folder }) => {
    const before = await makeOutdated(folder);
    await edit(folder, DOCUMENT, (text) => text.replace('          in: path\n', '$&          style: label\n'));
    await expect(runGenerate([], { folder, lint })).rejects.toThrow(
      `Nothing was generated: the client cannot write parts of ${DOCUMENT}:\n  GET /token-exchange-profiles/{id}, path parameter id: no path parameters of type scalar with style label, explode false; describe a string`,
    );
    expect(await generatedFiles(folder)).toEqual(before);
  });

  test.for(['nope', 'constructor'])(
    'rejects the unknown document name "%s" and lists the known names',
    async (name, { folder }) => {
      const before = await makeOutdated(folder);
      await expect(runGenerate([name], { folder, lint })).rejects.toThrow(
        new RegExp(`^redocly\\.yaml has no entry "${name}" under apis; it has: management.*$`),
      );
      expect(await generatedFiles(folder)).toEqual(before);
    },
  );

  test.for([
    { what: 'has no markers', change: (text: string) => text.replace(TABLE_START, '').replace(TABLE_END, '') },
    { what: 'has no end marker', change: (text: string) => text.replace(TABLE_END, '') },
    {
      what: 'has the end marker before the start marker',
      change: (text: string) => `${TABLE_END}\n${text.replace(TABLE_END, '')}`,
    },
  ])('throws an error and writes no file if the README $what', async ({ change }, { folder }) => {
    await makeOutdated(folder);
    await edit(folder, 'README.md', change);
    const before = await generatedFiles(folder);

    await expect(runGenerate([], { folder, lint })).rejects.toThrow(
      `README.md must contain the lines "${TABLE_START}" and "${TABLE_END}".`,
    );

    expect(await generatedFiles(folder)).toEqual(before);
  });
});

describe('npm run generate -- --check', () => {
  test('passes if all generated files are up to date', async ({ folder, printed }) => {
    await runGenerate(['--check'], { folder, lint });
    expect(printed()).toHaveLength(1);
    expect(printed()[0]).toMatch(/up to date/);
  });

  test('names only the file that was edited, and writes no file', async ({ folder }) => {
    const api = await findApi(undefined, folder);
    const files = await generateTexts(api, folder, await readDocument(api.file));
    for (const path of GENERATED) {
      await makeOutdated(folder, [path]);
      expect([...(await outdatedTexts(files, folder)).keys()]).toEqual([path]);
      await writeTexts(files, folder);
    }

    const before = await makeOutdated(folder, [GENERATED[0]]);
    await expect(runGenerate(['--check'], { folder, lint })).rejects.toThrow(
      `Out of date: ${GENERATED[0]}. Run \`npm run generate\` and commit the result.`,
    );
    expect(await generatedFiles(folder)).toEqual(before);
  });

  test('throws an error that names a generated file that is missing', async ({ folder }) => {
    await rm(join(folder, GENERATED[2]));
    await expect(runGenerate(['--check'], { folder, lint })).rejects.toThrow(`Out of date: ${GENERATED[2]}.`);
  });

  test('throws an error that names all files that are outdated after a change of the document', async ({ folder }) => {
    await edit(folder, DOCUMENT, (text) => text.replaceAll('read:token_exchange_profiles', 'read:exchange_profiles'));
    await expect(runGenerate(['--check'], { folder, lint })).rejects.toThrow(
      `Out of date: ${[0, 1, 5, 6, 9].map((index) => GENERATED[index]).join(', ')}.`,
    );
  });
});
