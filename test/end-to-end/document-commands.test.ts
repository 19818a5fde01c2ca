// Tests the commands that read the document as processes, on copies of the project.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import { copyTest as test } from '../support/copy-test.ts';
import { listen } from '../support/loopback.ts';
import { edit, placeFirst } from '../support/project-copy.ts';

const DOCUMENT = 'openapi/management.yaml';

test('npm run generate exits with status 1, and prints the problem, its line and no advice to ignore the problem', async ({
  project,
}) => {
  await edit(project.root, DOCUMENT, (text) => text.replace('      x-release-lifecycle: Early Access\n', ''));
  const { status, output } = await project.run('scripts/generate.ts');
  expect(status).toBe(1);
  expect(output.match(/tenant-management\/[\w-]+/g)).toEqual(['tenant-management/lifecycle-named']);
  expect(output).toMatch(/openapi\/management\.yaml:\d+:\d+/);
  expect(output).not.toContain('ignore');
});

test('no command requests a URL of the document: each command rejects it and names its place', async ({ project }) => {
  const requests: unknown[] = [];
  const server = createServer(({ url }, response) => {
    requests.push(url);
    response.end('{}');
  });
  const url = await listen(server);
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
    ...['generate', 'docs', 'mock', 'site', 'build-sandbox', 'contract'].map((name) => [`scripts/${name}.ts`]),
    ['scripts/diff.ts', join(project.root, document), join(project.root, document)],
  ];
  for (const [script = '', ...args] of commands) {
    const { status, output } = await project.run(script, ...args);
    expect({ script, status, output }).toMatchObject({
      status: 1,
      output: expect.stringMatching(
        /warehouse\.yaml:\d+:\d+: the (\$ref|value) at #\/.* must refer to a place in the same file, .* `npx redocly bundle`/,
      ),
    });
  }
  expect(requests).toEqual([]);
});
