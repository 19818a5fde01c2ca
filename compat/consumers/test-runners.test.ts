// Runs tests that use the packed packages, with the commands of each test runner in docs/testing.md.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { expect, onTestFinished, test } from 'vitest';
import { machineNode } from '../../scripts/process/machine-node.ts';
import { type Consumer, createConsumer, createPnpmConsumer, documentedBlock } from './consumer-folder.ts';

const programs = join(import.meta.dirname, 'programs');

async function consumerWith(files: Readonly<Record<string, string>>): Promise<Consumer> {
  const consumer = await createConsumer(files);
  onTestFinished(() => consumer.remove());
  return consumer;
}

const commandOf = (runner: string) => documentedBlock('docs/testing.md', 'Test runners', 'sh', runner);

// The Node of the machine can be older than the Node in node_modules. CI uses several versions.
const onMachineNode = {
  PATH: [dirname(machineNode ?? process.execPath), process.env['PATH']].join(delimiter),
};

test('node:test runs the test of examples/reset-mfa.mjs with the documented command', async () => {
  const files = ['reset-mfa.mjs', 'reset-mfa.test.mjs'].map((name) => [name, join(projectRoot, 'examples', name)]);
  const consumer = await consumerWith(Object.fromEntries(files));
  expect(await consumer.run(commandOf('node --test'), consumer.folder, onMachineNode)).toMatch(/^. pass [1-9]\d*$/m);
});

test('Vitest runs a test of both packages with the documented command', async () => {
  const consumer = await consumerWith({});
  const program = readFileSync(join(programs, 'jest-es-module.test.mjs'), 'utf8');
  await writeFile(join(consumer.folder, 'packages.test.mjs'), program.replace('@jest/globals', 'vitest'));
  expect(await consumer.run(commandOf('vitest'))).toMatch(/Tests .*1 passed/);
});

test('the recipe for React Query rejects if a DELETE fails without a body', async () => {
  const consumer = await consumerWith({});
  const files = {
    'api.mts': documentedBlock('docs/calls.md', 'A fetch for other clients', 'mts'),
    'queries.mts': documentedBlock('docs/calls.md', 'React Query', 'mts'),
    'main.mts': `import { createServer } from 'node:http';
      import { createManagementQueries } from './queries.mts';
      const server = createServer((_request, response) => response.writeHead(403).end());
      server.listen(0, '127.0.0.1', async () => {
        const queries = createManagementQueries(\`http://127.0.0.1:\${server.address().port}\`, 't0ken');
        const init = { params: { path: { id: 'dev_1' } } };
        const { queryKey, queryFn } = queries.queryOptions('delete', '/guardian/enrollments/{id}', init);
        const call = queryFn({ queryKey, signal: AbortSignal.timeout(60_000) });
        console.log(await call.then(() => 'resolved', ({ message }) => message));
        server.close();
      });`,
  };
  for (const [name, source] of Object.entries(files)) await writeFile(join(consumer.folder, name), source);
  expect(await consumer.run('node main.mts')).toBe('403 without a body: /guardian/enrollments/{id}\n');
});

test('Jest runs a test of both packages in an ES module and in CommonJS with the documented command', async () => {
  const consumer = await consumerWith({
    'es-module.test.mjs': join(programs, 'jest-es-module.test.mjs'),
    'commonjs.test.js': join(programs, 'jest-commonjs.test.js'),
  });
  await writeFile(join(consumer.folder, 'package.json'), '{}');
  const output = await consumer.run(commandOf('jest'), consumer.folder, onMachineNode);
  expect(output).toMatch(/^Tests: +2 passed, 2 total$/m);
});

test.each([
  ['npm', 'Babel', createConsumer],
  ['pnpm', 'Babel', createPnpmConsumer],
  ['pnpm', 'ts-jest', createPnpmConsumer],
])(
  'after an installation by %s, Jest with %s runs a CommonJS test with the documented configuration',
  async (...row) => {
    const [, tool, create] = row;
    const test = `service.test.${tool === 'Babel' ? 'js' : 'ts'}`;
    const consumer = await create({ [test]: join(programs, 'jest-es-module.test.mjs') });
    onTestFinished(() => consumer.remove());
    const documented = documentedBlock('docs/testing.md', 'Test runners', 'cjs');
    const withTsJest = documented.replace(/\/\/ With ts-jest, first add (.*)\n *transform: {/, 'transform: { $1');
    expect(withTsJest).toContain("transform: { '\\\\.tsx?$': 'ts-jest', '");
    const files = {
      'jest.config.js': tool === 'Babel' ? documented : withTsJest,
      'tsconfig.json': documentedBlock('docs/platforms.md', 'TypeScript for Node', 'json'),
      'package.json': '{ "type": "commonjs" }',
    };
    for (const [file, text] of Object.entries(files)) await writeFile(join(consumer.folder, file), text);
    const output = await consumer.run('npx jest', consumer.folder, onMachineNode);
    expect(output).toMatch(/^Tests: +1 passed, 1 total$/m);
  },
);

test('a CommonJS program loads both packages with the documented require() calls', async () => {
  const consumer = await consumerWith({});
  const code = documentedBlock('docs/platforms.md', 'CommonJS', 'cjs');
  await writeFile(
    join(consumer.folder, 'program.cjs'),
    `${code}console.log(typeof createManagementClient, typeof startSandbox);`,
  );
  expect(await consumer.run('node program.cjs')).toBe('function function\n');
});
