// Parts of small OpenAPI documents, and the sandbox of such a document.

import { parseBehavior } from 'tools-document/behavior';
import type { OpenApiDocument, Parameter } from 'tools-document/model';
import { onTestFinished } from 'vitest';
import { buildSynthetic } from '../../../../test/support/synthetic-sandbox.ts';
import { deriveDocument } from '../../derive/derive-document.ts';

const DOCUMENT = { openapi: '3.1.0', info: { title: 'Books', version: '1' } };

export const TEXT = { type: 'string' };
export const object = (properties: Readonly<Record<string, object>>, more: object = {}) => ({
  type: 'object',
  properties,
  ...more,
});
export const list = (items: object) => ({ type: 'array', items });

/** A response without content. */
export const EMPTY = { description: 'Done.' };
/** Creates a request body or a response with JSON content. */
export const json = (schema: object, more: object = {}) => ({
  ...EMPTY,
  content: { 'application/json': { schema, ...more } },
});

export const inPath = (name: string, schema: object = TEXT): Parameter => ({
  name,
  in: 'path',
  required: true,
  schema,
});

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
