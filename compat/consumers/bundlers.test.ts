// Bundles a program with the packed client, with the commands in docs/platforms.md, and runs the bundles.
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { type Consumer, createConsumer, documentedBlock } from './consumer-folder.ts';

const programs = join(import.meta.dirname, 'programs');
const PAGE = 'docs/platforms.md';

let consumer: Consumer;
beforeAll(async () => {
  consumer = await createConsumer({
    'app.js': join(programs, 'app.js'),
    'service.js': join(programs, 'app.js'),
    'run-bundle.mjs': join(programs, 'run-bundle.mjs'),
  });
  await writeFile(
    join(consumer.folder, 'index.html'),
    '<title>App</title><script type="module" src="app.js"></script>',
  );
});
afterEach(() => rm(join(consumer.folder, 'dist'), { recursive: true, force: true }));
afterAll(() => consumer.remove());

/** Runs a bundle in a folder without `node_modules`, so that a bundle that lacks a package fails. */
async function runBundle(pattern: RegExp): Promise<unknown> {
  const folder = temporaryFolder();
  await cp(join(consumer.folder, 'dist'), folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const entry = (await readdir(folder, { recursive: true })).find((file) => pattern.test(file));
  return JSON.parse(await consumer.run(`node run-bundle.mjs "${join(folder, entry ?? 'missing bundle')}"`));
}

/** The second enrollment does not exist. */
const OUTCOME = { statuses: [204, 404], left: 0 };

test('a browser app calls the sandbox after Vite has bundled the app with the documented command', async () => {
  await consumer.run(documentedBlock(PAGE, 'Vite', 'sh'));
  expect(await runBundle(/^assets\/index-.*\.js$/)).toEqual(OUTCOME);
});

test('a Node service calls the sandbox after Vite has bundled the service with the documented vite.config.mjs', async () => {
  const config = join(consumer.folder, 'vite.config.mjs');
  await writeFile(config, documentedBlock(PAGE, 'Vite for Node', 'mjs'));
  onTestFinished(() => rm(config));
  await consumer.run(documentedBlock(PAGE, 'Vite for Node', 'sh'));
  expect(await runBundle(/^service\.m?js$/)).toEqual(OUTCOME);
});

test('a browser app calls the sandbox after esbuild has bundled the app with the documented command', async () => {
  await consumer.run(documentedBlock(PAGE, 'esbuild', 'sh'));
  expect(await runBundle(/^app\.js$/)).toEqual(OUTCOME);
});

test('a Node service calls the sandbox after esbuild has bundled the service with the documented command', async () => {
  await consumer.run(documentedBlock(PAGE, 'esbuild for Node', 'sh'));
  expect(await runBundle(/^service\.js$/)).toEqual(OUTCOME);
});

test('a Node service calls the sandbox after esbuild has bundled the service as CommonJS', async () => {
  const command = documentedBlock(PAGE, 'esbuild for Node', 'sh');
  await consumer.run(command.replace('--format=esm', '--format=cjs').replace('dist/service.js', 'dist/service.cjs'));
  expect(await runBundle(/^service\.cjs$/)).toEqual(OUTCOME);
});
