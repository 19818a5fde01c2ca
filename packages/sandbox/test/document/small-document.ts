import { type OpenApiDocument, parseBehavior } from 'tools-document';
import { onTestFinished } from 'vitest';
import { buildSynthetic } from '../../../../test/support/synthetic-sandbox.ts';
import { deriveDocument } from '../../derive/derive-document.ts';

const DOCUMENT = { openapi: '3.1.0', info: { title: 'Books', version: '1' } };

/** Derives the facts about a document with these paths. */
export async function derivePaths(paths: NonNullable<OpenApiDocument['paths']>) {
  const document = { ...DOCUMENT, paths };
  return await deriveDocument(document, await parseBehavior('b.yaml', '', document));
}

/** Builds the sandbox of a document with these paths. The build is removed at the end of the test. */
export async function buildPaths(paths: object, more: object = {}) {
  const built = await buildSynthetic({ ...DOCUMENT, paths, ...more });
  onTestFinished(() => built.remove());
  return built;
}
