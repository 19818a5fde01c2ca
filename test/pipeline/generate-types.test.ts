import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { closedType } from '../../scripts/openapi/closed-types.ts';

/** The type that is generated for one schema, on one line. */
async function typeOf(schema: object): Promise<string> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    components: { schemas: { Base: { type: 'object', properties: { id: { type: 'string' } } }, Tested: schema } },
  };
  const types = await openapiTS(JSON.stringify(document), { postTransform: closedType, silent: true });
  return /\bTested: (.*?;)\n {4}\};/s.exec(astToString(types))?.[1]?.replaceAll(/\s+/g, ' ') ?? '';
}

const properties = { name: { type: 'string' } };
const base = { $ref: '#/components/schemas/Base' };

test.for<{ what: string; schema: object; type: string }>([
  {
    what: 'an object with fields that allows others is closed',
    schema: { type: 'object', properties, additionalProperties: true },
    type: '{ name?: string; };',
  },
  {
    what: 'an empty schema of additional fields is closed too',
    schema: { type: 'object', properties, additionalProperties: {} },
    type: '{ name?: string; };',
  },
  {
    what: 'an object within an object is closed',
    schema: {
      type: 'object',
      properties: { inner: { type: 'object', properties, additionalProperties: true } },
    },
    type: '{ inner?: { name?: string; }; };',
  },
  {
    what: 'the items of an array are closed',
    schema: { type: 'array', items: { type: 'object', properties, additionalProperties: true } },
    type: '{ name?: string; }[];',
  },
  {
    what: 'an object that can be null is closed',
    schema: { type: ['object', 'null'], properties, additionalProperties: true },
    type: '{ name?: string; } | null;',
  },
  {
    what: 'a nullable object of OpenAPI 3.0 is closed',
    schema: { type: 'object', nullable: true, properties, additionalProperties: true },
    type: '{ name?: string; } | null;',
  },
  {
    what: 'allOf with a member that allows other fields is closed',
    schema: { allOf: [base, { type: 'object', additionalProperties: true }] },
    type: 'components["schemas"]["Base"];',
  },
  {
    what: 'allOf with fields and additional fields next to it is closed',
    schema: { properties, additionalProperties: true, allOf: [base] },
    type: '{ name?: string; } & components["schemas"]["Base"];',
  },
  {
    what: 'oneOf with additional fields next to it is closed',
    schema: { type: 'object', additionalProperties: true, oneOf: [base, { type: 'object', properties }] },
    type: 'components["schemas"]["Base"] | { name?: string; };',
  },
  {
    what: 'a map of anything stays a map',
    schema: { type: 'object', additionalProperties: true },
    type: '{ [key: string]: unknown; };',
  },
  {
    what: 'a map of strings stays a map',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    type: '{ [key: string]: string; };',
  },
  {
    what: 'an allOf of maps stays a map',
    schema: {
      allOf: [
        { type: 'object', additionalProperties: true },
        { type: 'object', additionalProperties: true },
      ],
    },
    type: '{ [key: string]: unknown; } & { [key: string]: unknown; };',
  },
  {
    what: 'additional fields that the document describes stay in the type',
    schema: { type: 'object', properties, additionalProperties: { type: 'string' } },
    type: '{ name?: string; } & { [key: string]: string; };',
  },
])('$what', async ({ schema, type }) => {
  expect(await typeOf(schema)).toBe(type);
});
