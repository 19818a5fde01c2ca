import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from 'tools-document/model';
import { parse } from 'yaml';

const source = readFileSync(join(import.meta.dirname, 'library.yaml'), 'utf8');

/** Creates the document. Its operations need no token unless `more` contains `security`. */
export const libraryDocument = (more: object = {}): object => ({ ...parse(source, { maxAliasCount: -1 }), ...more });

/** The document with a client credentials flow. Each operation needs a token, except `closeLibrary`. */
export const library = libraryDocument({
  security: [{ token: ['use:library'] }],
  components: {
    securitySchemes: { token: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } } } },
  },
  // The file has the shape of a document.
}) as OpenApiDocument;

/** The book in the example of the document. */
export const EXAMPLE_BOOK: Readonly<Record<string, unknown>> & Readonly<Record<'id' | 'created_at', string>> =
  Object(library).paths['/books/{book_id}'].get.responses[200].content['application/json'].example;
