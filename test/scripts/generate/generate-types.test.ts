import { expect, test } from 'vitest';
import { documentTypes } from '../../../scripts/generate/document-types.ts';

/** Generates the type of one schema and returns it on one line. */
async function typeOf(schema: object): Promise<string> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    components: { schemas: { Base: { type: 'object', properties: { id: { type: 'string' } } }, Tested: schema } },
  };
  const types = await documentTypes(JSON.stringify(document));
  return /\bTested: (.*?;)\n {4}\};/s.exec(types)?.[1]?.replaceAll(/\s+/g, ' ') ?? '';
}

const properties = { name: { type: 'string' } };
const base = { $ref: '#/components/schemas/Base' };

test.for<{ what: string; schema: object; type: string }>([
  {
    what: 'removes the index signature from an object that has named fields and allows additional fields',
    schema: { type: 'object', properties, additionalProperties: true },
    type: '{ name?: string; };',
  },
  {
    what: 'removes the index signature if additionalProperties is an empty schema',
    schema: { type: 'object', properties, additionalProperties: {} },
    type: '{ name?: string; };',
  },
  {
    what: 'allows any field in an object without declared properties',
    schema: { type: 'object', properties: { metadata: { type: 'object' } } },
    type: '{ metadata?: Record<string, unknown>; };',
  },
  {
    what: 'removes the index signature from a nested object',
    schema: {
      type: 'object',
      properties: { inner: { type: 'object', properties, additionalProperties: true } },
    },
    type: '{ inner?: { name?: string; }; };',
  },
  {
    what: 'removes the index signature from the items of an array',
    schema: { type: 'array', items: { type: 'object', properties, additionalProperties: true } },
    type: '{ name?: string; }[];',
  },
  {
    what: 'removes the index signature from an object that can be null',
    schema: { type: ['object', 'null'], properties, additionalProperties: true },
    type: '{ name?: string; } | null;',
  },
  {
    what: 'removes the index signature from a nullable object of OpenAPI 3.0',
    schema: { type: 'object', nullable: true, properties, additionalProperties: true },
    type: '{ name?: string; } | null;',
  },
  {
    what: 'removes the index signature of a member of allOf that allows additional fields',
    schema: { allOf: [base, { type: 'object', additionalProperties: true }] },
    type: 'components["schemas"]["Base"];',
  },
  {
    what: 'removes the index signature of an object that has allOf and named fields and allows additional fields',
    schema: { properties, additionalProperties: true, allOf: [base] },
    type: '{ name?: string; } & components["schemas"]["Base"];',
  },
  {
    what: 'removes the index signature of an object that has oneOf and allows additional fields',
    schema: { type: 'object', additionalProperties: true, oneOf: [base, { type: 'object', properties }] },
    type: 'components["schemas"]["Base"] | { name?: string; };',
  },
  {
    what: 'keeps the index signature of a map of any values',
    schema: { type: 'object', additionalProperties: true },
    type: '{ [key: string]: unknown; };',
  },
  {
    what: 'keeps the index signature of a map of strings',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    type: '{ [key: string]: string; };',
  },
  {
    what: 'keeps the index signatures if all members of allOf are maps',
    schema: {
      allOf: [
        { type: 'object', additionalProperties: true },
        { type: 'object', additionalProperties: true },
      ],
    },
    type: '{ [key: string]: unknown; } & { [key: string]: unknown; };',
  },
  {
    what: 'keeps the index signature of additional fields that have a schema',
    schema: { type: 'object', properties, additionalProperties: { type: 'string' } },
    type: '{ name?: string; } & { [key: string]: string; };',
  },
])('closedType() $what', async ({ schema, type }) => {
  expect(await typeOf(schema)).toBe(type);
});

test('documentTypes() keeps the deprecation, the description and the default of a field in its doc comment', async () => {
  const field = { type: 'string', deprecated: true, description: 'Use `isbn`.', default: '0' };
  expect(await typeOf({ type: 'object', properties: { isbn10: field } })).toBe(
    '{ /** * @deprecated * @description Use `isbn`. * @default 0 */ isbn10?: string; };',
  );
});
