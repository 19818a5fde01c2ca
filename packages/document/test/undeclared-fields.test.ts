import { expect, test } from 'vitest';
import { type ResolveNode, undeclaredFields } from '../src/validation/undeclared-fields.ts';

/** Two files with schemas. A reference without a file name points to the file that contains the reference. */
const files: Record<string, Record<string, object>> = {
  main: { Person: { properties: { name: {} } }, Circle: { allOf: [{ $ref: '#Circle' }] } },
  other: { Person: { properties: { title: {} } }, Book: { allOf: [{ properties: { author: { $ref: '#Person' } } }] } },
};

/** Resolves `file#Name` and `#Name`; returns the node and its location as Redocly does. */
const resolve: ResolveNode = <T>(node: T, from = 'main') => {
  if (typeof node !== 'object' || node === null || !('$ref' in node)) {
    return { node, location: { source: { absoluteRef: 'main' } } };
  }
  const [file, name = ''] = String(node.$ref).split('#');
  const absoluteRef = file || from;
  // The caller chooses the type of the resolved node, as with Redocly.
  return { node: files[absoluteRef]?.[name] as T, location: { source: { absoluteRef } } };
};

const named = { properties: { name: {} }, additionalProperties: true };

test.for<{ what: string; schema: unknown; value: unknown; fields: (string | number)[][] }>([
  { what: 'accepts a declared field', schema: named, value: { name: 'a' }, fields: [] },
  { what: 'finds a misspelt field', schema: named, value: { nmae: 'a' }, fields: [['nmae']] },
  {
    what: 'finds a misspelt field in a nested object',
    schema: { properties: { inner: named } },
    value: { inner: { nmae: 'a' } },
    fields: [['inner', 'nmae']],
  },
  {
    what: 'finds a misspelt field of an array item, with its index',
    schema: { items: named },
    value: [{ name: 'a' }, { nmae: 'b' }],
    fields: [[1, 'nmae']],
  },
  {
    what: 'accepts fields of allOf, oneOf and anyOf, and finds every other field',
    schema: {
      properties: { id: {} },
      allOf: [named],
      oneOf: [{ properties: { size: {} } }],
      anyOf: [{ properties: { tag: {} } }],
    },
    value: { id: 1, name: 'a', size: 2, tag: 't', other: 1 },
    fields: [['other']],
  },
  {
    what: 'finds a misspelt field in an object that two parts of allOf declare',
    schema: { allOf: [{ properties: { inner: named } }, { properties: { inner: { properties: { id: {} } } } }] },
    value: { inner: { name: 'a', id: 1, nmae: 'b' } },
    fields: [['inner', 'nmae']],
  },
  { what: 'accepts any field if the schema has no properties', schema: {}, value: { any: { thing: 1 } }, fields: [] },
  { what: 'accepts any field if the schema is true', schema: true, value: { any: 1 }, fields: [] },
  {
    what: 'accepts any field if additionalProperties is a schema',
    schema: { properties: { name: {} }, additionalProperties: { type: 'string' } },
    value: { any: 'a' },
    fields: [],
  },
  {
    what: 'accepts any field if the schema has patternProperties',
    schema: { properties: { name: {} }, patternProperties: { '^x-': {} } },
    value: { 'x-any': 'a' },
    fields: [],
  },
  {
    what: 'finds an undeclared field if additionalProperties is an empty schema',
    schema: { properties: { name: {} }, additionalProperties: {} },
    value: { any: 'a' },
    fields: [['any']],
  },
  {
    what: 'finds an undeclared field with the name of an inherited method',
    schema: named,
    value: { toString: 'a' },
    fields: [['toString']],
  },
  {
    what: 'resolves a $ref to a schema in the same file',
    schema: { $ref: '#Person' },
    value: { title: 'a' },
    fields: [['title']],
  },
  {
    what: 'resolves a $ref relative to the file that contains it',
    schema: { $ref: 'other#Book' },
    value: { author: { title: 'a', name: 'b' } },
    fields: [['author', 'name']],
  },
  {
    what: 'accepts any field, and does not loop forever, if allOf of a schema refers to the schema itself',
    schema: { $ref: '#Circle' },
    value: { any: 1 },
    fields: [],
  },
  {
    what: 'accepts any field if a $ref cannot be resolved',
    schema: { $ref: '#None' },
    value: { any: 1 },
    fields: [],
  },
  { what: 'finds no field in null', schema: named, value: null, fields: [] },
])('undeclaredFields() $what', ({ schema, value, fields }) => {
  expect(undeclaredFields(value, schema, resolve)).toEqual(fields);
});
