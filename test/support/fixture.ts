import { cp } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Folder of the fixture: a document that does not change with the document of the project, and what is generated from
 * it. Tests that are not about the document of the project use the fixture.
 */
export const FIXTURE_ROOT = join(root, 'test/fixtures');

/** The document of the fixture. */
export const FIXTURE = {
  name: 'management',
  root: 'openapi/management.yaml',
  file: join(FIXTURE_ROOT, 'openapi/management.yaml'),
};

/** Folder of the built sandbox. It must be in the project, so that the sandbox can import packages. */
export const FIXTURE_SANDBOX = join(root, 'node_modules/.cache/fixture-sandbox/dist');

/** Replaces the document in a copy of the project, and what is generated from it, by the fixture. */
export const placeFixture = (folder: string): Promise<void> => cp(FIXTURE_ROOT, folder, { recursive: true });
