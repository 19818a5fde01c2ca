import { expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import type { OpenApiDocument } from '../src/model/openapi-document.ts';
import { listOperations } from '../src/operations/operations.ts';
import { listUnwritable, uncallable } from '../src/operations/unsupported.ts';

const SERVERS = [{ url: 'https://{host}/v1' }];

/** Creates a document with one operation `read`. The operation can have keywords that `Operation` does not declare. */
const documentOf = (operation: object, rest: object = {}): OpenApiDocument => ({
  info: { title: 'API', version: '1' },
  servers: SERVERS,
  paths: {
    '/a/{p}': { parameters: [{ name: 'p', in: 'path', required: true }], post: { operationId: 'read', ...operation } },
  },
  ...rest,
});

/** Returns why the client cannot call the only operation of a document. */
const reasonOf = (document: OpenApiDocument) => listOperations(document).map((entry) => uncallable(document, entry))[0];

interface Tables {
  readonly parameters: { what: string; parameter: object; feature?: string }[];
  readonly security: { security: object[]; feature?: string }[];
  readonly securitySchemes: object;
  readonly paths: { paths: object; feature?: string }[];
}
const TABLES: Tables = readYaml(import.meta.dirname, 'unsupported.yaml');
const ARRAY = { type: 'array', items: { type: 'string' } };

/** Returns the reason for a feature that the client does not support. */
const without = (feature: string | undefined) => feature && `the client does not support ${feature}`;

test.for(TABLES.parameters)(
  'uncallable() for a required parameter with $what returns: $feature',
  ({ parameter, feature }) => {
    const parameters = [{ name: 'p', required: true, ...parameter }];
    expect(reasonOf(documentOf({ parameters }))).toBe(without(feature));
  },
);

test.for(TABLES.security)('uncallable() for the security $security returns: $feature', ({ security, feature }) => {
  const components = { securitySchemes: TABLES.securitySchemes };
  expect(reasonOf(documentOf({ security }, { components }))).toBe(without(feature));
  expect(reasonOf(documentOf({}, { security, components }))).toBe(without(feature));
});

test.for(TABLES.paths)('uncallable() for the paths $paths returns: $feature', ({ paths, feature }) => {
  expect(reasonOf(documentOf({}, { paths }))).toBe(without(feature));
});

test('listUnwritable() lists the parameters and bodies that the client cannot write, with their places, and no cookies', () => {
  const parameters = [
    { name: 'ids', in: 'query' as const, schema: ARRAY, explode: false },
    { name: 'tags', in: 'query' as const, schema: ARRAY },
    { name: 'session', in: 'cookie' as const },
  ];
  const requestBody = { content: { 'application/json': {} } };
  const paths = { '/a': { get: { requestBody }, post: { requestBody, parameters } } };
  expect(listUnwritable({ info: { title: 'API', version: '1' }, paths })).toEqual([
    'GET /a, request body: no request bodies of GET operations; use POST or remove the body: `fetch` cannot send it',
    'POST /a, query parameter ids: no query parameters of type array with style form, explode false; describe a string, or a list in the query with the default style',
  ]);
});
