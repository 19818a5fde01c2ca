// Builds the sandbox of the fixture document, once for each run of the tests.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBehavior } from 'tools-document/behavior';
import { projectRoot, readDocument } from 'tools-document/read';
import { buildPackage } from '../../packages/sandbox/derive/package.ts';
import { FIXTURE, FIXTURE_SANDBOX } from './fixture.ts';

/** The build of this process. Each project of Vitest has its own copy of this module, but the same global object. */
const global: { fixtureSandbox?: Promise<void> } & typeof globalThis = globalThis;

async function buildFixtureSandbox(): Promise<void> {
  const document = await readDocument(FIXTURE.file);
  await buildPackage(document, await readBehavior(FIXTURE.file, document), FIXTURE_SANDBOX);
  await copyFile(join(projectRoot, 'packages/sandbox/package.json'), join(FIXTURE_SANDBOX, '../package.json'));
}

export async function setup(): Promise<void> {
  global.fixtureSandbox ??= buildFixtureSandbox();
  await global.fixtureSandbox;
}
