import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { TABLE_END, TABLE_START } from '../../scripts/openapi/operation-table.ts';
import { type ProjectCopy, projectRoot, copyTest as test } from '../support/project-copy.ts';

const GENERATED = [
  'src/generated/management.ts',
  'src/generated/catalogue.ts',
  'src/generated/defaults.ts',
  'README.md',
  'docs/facts.md',
] as const;
const DOCUMENT = 'openapi/management.yaml';

const generatedFiles = (root: string): Promise<string[]> =>
  Promise.all(GENERATED.map((path) => readFile(join(root, path), 'utf8')));

async function edit({ root }: ProjectCopy, path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(join(root, path), 'utf8');
  const changed = change(text);
  expect(changed, `the edit of ${path} finds its place`).not.toBe(text);
  await writeFile(join(root, path), changed);
}

/** Makes every generated file stale, so that a run that writes any of them is seen. */
async function makeStale(project: ProjectCopy): Promise<string[]> {
  for (const path of GENERATED.slice(0, 3)) await edit(project, path, (text) => `${text}\nstale\n`);
  await edit(project, 'README.md', (text) => text.replace(TABLE_END, `stale\n${TABLE_END}`));
  await edit(project, 'docs/facts.md', (text) => `${text}\nstale\n`);
  return generatedFiles(project.root);
}

describe.concurrent('generate', () => {
  test('two runs give the same bytes, and those that are committed', async ({ project }) => {
    await rm(join(project.root, 'src/generated'), { recursive: true });
    await rm(join(project.root, 'docs/facts.md'));
    await edit(
      project,
      'README.md',
      (text) => text.slice(0, text.indexOf(TABLE_START)) + TABLE_START + text.slice(text.indexOf(TABLE_END)),
    );

    expect(await project.run('scripts/generate.ts')).toMatchObject({ status: 0 });
    const first = await generatedFiles(project.root);
    expect(await project.run('scripts/generate.ts')).toMatchObject({ status: 0 });

    expect(await generatedFiles(project.root)).toEqual(first);
    expect(first).toEqual(await generatedFiles(projectRoot));
  });

  test('it replaces the table of the README and nothing else of it', async ({ project }) => {
    await edit(project, 'README.md', (text) => `Before.\n\n${text}\nAfter.\n`);
    const readme = await readFile(join(project.root, 'README.md'), 'utf8');
    await edit(project, 'README.md', (text) => text.replace(TABLE_END, `Stale.\n\n${TABLE_END}`));

    expect(await project.run('scripts/generate.ts')).toMatchObject({ status: 0 });

    expect(await readFile(join(project.root, 'README.md'), 'utf8')).toBe(readme);
  });

  test('the documents of redocly.yaml have names: the first needs none', async ({ project }) => {
    const { status, output } = await project.run('scripts/generate.ts', '--check', 'management');

    expect({ status, output }).toMatchObject({ status: 0 });
    expect(output).toContain("api 'management'");
  });

  test.for([
    {
      what: 'does not parse',
      change: (text: string) => text.replace('info:\n  title: Tenant', 'info:\n  title: [Tenant'),
      // The parser of Redocly gives the file with line and column in brackets.
      message:
        /Failed to parse API description at .*openapi\/management\.yaml:\s+- .+ in ".*openapi\/management\.yaml" \(\d+:\d+\)/,
    },
    {
      what: 'does not pass lint',
      change: (text: string) => text.replace('x-release-lifecycle: Early Access', 'x-release-lifecycle: Alpha'),
      message: /openapi\/management\.yaml:\d+:\d+ at #\/paths\/.*\n\n"Alpha" is not in info\.x-release-lifecycles/,
    },
    {
      what: 'has a reference that leads nowhere',
      change: (text: string) => text.replace('#/components/responses/Failure', '#/components/responses/Missing'),
      message: /openapi\/management\.yaml:\d+:\d+ at #\/paths\/.*\n\nCan't resolve \$ref/,
    },
  ])(
    'a document that $what gets the message of the linter and changes no file',
    async ({ change, message }, { project }) => {
      const before = await makeStale(project);
      await edit(project, DOCUMENT, change);

      const { status, output } = await project.run('scripts/generate.ts');

      expect(status).not.toBe(0);
      expect(output).toMatch(message);
      expect(output.trimEnd().split('\n').at(-1)).toBe(`Nothing was generated: ${DOCUMENT} does not pass lint.`);
      expect(await generatedFiles(project.root)).toEqual(before);
    },
  );

  test.for(['nope', 'constructor'])(
    'the unknown document name "%s" gets one sentence that lists the known ones',
    async (name, { project }) => {
      const before = await makeStale(project);

      const { status, output } = await project.run('scripts/generate.ts', name);

      expect(status).not.toBe(0);
      expect(output).toMatch(new RegExp(`^redocly\\.yaml has no entry "${name}" under apis; it has: management.*\n$`));
      expect(await generatedFiles(project.root)).toEqual(before);
    },
  );

  test.for([
    { what: 'without the markers', change: (text: string) => text.replace(TABLE_START, '').replace(TABLE_END, '') },
    { what: 'without the last marker', change: (text: string) => text.replace(TABLE_END, '') },
    {
      what: 'with the markers the wrong way round',
      change: (text: string) => `${TABLE_END}\n${text.replace(TABLE_END, '')}`,
    },
  ])('a README $what gets one sentence and nothing is half-written', async ({ change }, { project }) => {
    await makeStale(project);
    await edit(project, 'README.md', change);
    const before = await generatedFiles(project.root);

    const { status, output } = await project.run('scripts/generate.ts');

    expect(status).not.toBe(0);
    expect(output.trimEnd().split('\n').at(-1)).toBe(`README.md needs the lines "${TABLE_START}" and "${TABLE_END}".`);
    expect(output).not.toMatch(/^\s+at /m);
    expect(await generatedFiles(project.root)).toEqual(before);
  });
});

describe.concurrent('generate --check', () => {
  test('it passes where nothing is stale', async ({ project }) => {
    expect(await project.run('scripts/generate.ts', '--check')).toMatchObject({ status: 0 });
  });

  test.for([
    { path: GENERATED[0], change: (text: string) => text.replace('id?: string', 'id: string') },
    { path: GENERATED[1], change: (text: string) => text.replace('"lifecycle": null', '"lifecycle": "Beta"') },
    { path: GENERATED[2], change: (text: string) => text.replace('/oauth/token/', '/oauth/token') },
    { path: GENERATED[3], change: (text: string) => text.replace('| Early Access |', '| Beta |') },
    { path: GENERATED[4], change: (text: string) => text.replace('is Early Access', 'is Beta') },
  ])('it names $path where that was edited, and only that', async ({ path, change }, { project }) => {
    await edit(project, path, change);
    const before = await generatedFiles(project.root);

    const { status, output } = await project.run('scripts/generate.ts', '--check');

    expect(status).not.toBe(0);
    expect(output).toContain(`Out of date: ${path}. Run \`npm run generate\` and commit the result.`);
    expect(await generatedFiles(project.root)).toEqual(before);
  });

  test('it names a generated file that is missing', async ({ project }) => {
    await rm(join(project.root, GENERATED[2]));

    const { status, output } = await project.run('scripts/generate.ts', '--check');

    expect(status).not.toBe(0);
    expect(output).toContain(`Out of date: ${GENERATED[2]}.`);
  });

  test('a change of the document makes every file stale that shows it', async ({ project }) => {
    await edit(project, DOCUMENT, (text) => text.replaceAll('read:token_exchange_profiles', 'read:exchange_profiles'));

    const { status, output } = await project.run('scripts/generate.ts', '--check');

    expect(status).not.toBe(0);
    expect(output).toContain(`Out of date: ${GENERATED[0]}, ${GENERATED[1]}, ${GENERATED[3]}.`);
  });
});
