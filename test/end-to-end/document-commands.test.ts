// Tests `npm run lint:openapi` and `npm run generate` as processes, on copies of the project.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { GENERATED, generatedFiles } from '../support/generated-files.ts';
import { edit, copyTest as test } from '../support/project-copy.ts';

const DOCUMENT = 'openapi/management.yaml';

describe('npm run lint:openapi', () => {
  test('exits with status 1 and prints the problem and its line if the document breaks a rule', async ({ project }) => {
    await edit(project.root, DOCUMENT, (text) => text.replace('      x-release-lifecycle: Early Access\n', ''));
    const { status, output } = await project.run('scripts/lint.ts');
    expect(status).toBe(1);
    expect(output.match(/tenant-management\/[\w-]+/g)).toEqual(['tenant-management/lifecycle-named']);
    expect(output).toMatch(/openapi\/management\.yaml:\d+:\d+/);
  });

  test('rejects an unknown document name and lists the known names', async ({ project }) => {
    const { status, output } = await project.run('scripts/lint.ts', 'nope');
    expect(status).toBe(1);
    expect(output).toMatch(/^redocly\.yaml has no entry "nope" under apis; it has: management.*\n$/);
  });
});

describe('npm run generate', () => {
  test('prints the file and line of a syntax error and writes no file', async ({ project }) => {
    for (const path of GENERATED) await writeFile(join(project.root, path), 'outdated');
    await edit(project.root, DOCUMENT, (text) => text.replace('info:\n  title: Tenant', 'info:\n  title: [Tenant'));

    const { status, output } = await project.run('scripts/generate.ts');

    expect(status).not.toBe(0);
    // Redocly's parser prints the file, and the line and the column in parentheses.
    expect(output).toMatch(
      /Failed to parse API description at .*openapi\/management\.yaml:\s+- .+ in ".*openapi\/management\.yaml" \(\d+:\d+\)/,
    );
    expect(output.trimEnd().split('\n').at(-1)).toBe(`Nothing was generated: ${DOCUMENT} does not pass lint.`);
    // The output contains no stack trace.
    expect(output).not.toMatch(/^\s+at /m);
    expect(await generatedFiles(project.root)).toEqual(GENERATED.map(() => 'outdated'));
  });

  test('does not write docs/facts.md if the folder test/contract/facts has been deleted', async ({ project }) => {
    await rm(join(project.root, 'test/contract/facts'), { recursive: true });
    await rm(join(project.root, 'docs/facts.md'));

    const { status, output } = await project.run('scripts/generate.ts');

    expect({ status, output }).toMatchObject({ status: 0 });
    expect(output).not.toContain('docs/facts.md');
  });
});
