// Tests the commands that read the document as processes, on copies of the project.
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { listen } from '../../scripts/process/listen.ts';
import { copyTest as test } from '../support/copy-test.ts';
import { GENERATED, generatedFiles } from '../support/generated-files.ts';
import { edit, placeFirst } from '../support/project-copy.ts';

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
    expect(output).toMatch(/openapi\/management\.yaml:4:3: /);
    // The output contains no stack trace.
    expect(output).not.toMatch(/^\s+at /m);
    expect(await generatedFiles(project.root)).toEqual(GENERATED.map(() => 'outdated'));
  });

  test('does not advise to ignore a problem of the document', async ({ project }) => {
    await edit(project.root, DOCUMENT, (text) => text.replace('      summary: ', '      sumary: '));
    const { status, output } = await project.run('scripts/generate.ts');
    expect({ status, output }).toMatchObject({ status: 1, output: expect.stringContaining('sumary') });
    expect(output).not.toContain('ignore');
  });
});

test('no command requests a URL of the document: each command rejects it and names its place', async ({ project }) => {
  const requests: unknown[] = [];
  const server = createServer(({ url }, response) => {
    requests.push(url);
    response.end('{}');
  });
  const url = await listen(server, 0);
  onTestFinished(() => void server.close());
  const reference = { $ref: `${url}/data.json` };
  const Thing = {
    type: 'object',
    default: reference,
    discriminator: { propertyName: 'a', mapping: { a: `${url}/a` } },
  };
  await placeFirst(project, {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', 'x-topic': reference },
    servers: [{ url: 'https://api.example.com' }],
    paths: {},
    components: {
      schemas: { Thing },
      examples: { a: { externalValue: `${url}/value.json` }, b: { value: reference } },
    },
  });
  const document = 'openapi/warehouse.yaml';
  const commands = [
    ...['lint', 'generate', 'docs', 'mock', 'site', 'build-sandbox', 'contract'].map((name) => [`scripts/${name}.ts`]),
    ['scripts/diff.ts', join(project.root, document), join(project.root, document)],
  ];
  for (const [script = '', ...args] of commands) {
    const { status, output } = await project.run(script, ...args);
    expect({ script, status, output }).toMatchObject({
      status: 1,
      output: expect.stringMatching(
        /warehouse\.yaml:\d+: the (\$ref|value) at #\/.* must refer to a file; URLs are not/,
      ),
    });
  }
  expect(requests).toEqual([]);
});
