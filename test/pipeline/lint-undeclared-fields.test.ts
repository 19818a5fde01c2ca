import { expect, test } from 'vitest';
import { type Resolve, undeclaredFields } from '../../scripts/openapi/undeclared-fields.ts';

/** Two files of schemas: a reference without a file is relative to the file that it is in. */
const files: Record<string, Record<string, object>> = {
  main: { Person: { properties: { name: {} } }, Circle: { allOf: [{ $ref: '#Circle' }] } },
  other: { Person: { properties: { title: {} } }, Book: { allOf: [{ properties: { author: { $ref: '#Person' } } }] } },
};

/** Resolves `file#Name` and `#Name`, with Redocly's locations. */
const resolve: Resolve = <T>(node: T, from = 'main') => {
  if (typeof node !== 'object' || node === null || !('$ref' in node)) {
    return { node, location: { source: { absoluteRef: 'main' } } };
  }
  const [file, name = ''] = String(node.$ref).split('#');
  const absoluteRef = file || from;
  // The caller names the type of what it resolves, as with Redocly.
  return { node: files[absoluteRef]?.[name] as T, location: { source: { absoluteRef } } };
};

const named = { properties: { name: {} }, additionalProperties: true };

test.for<{ what: string; schema: unknown; value: unknown; fields: (string | number)[][] }>([
  { what: 'a declared field is accepted', schema: named, value: { name: 'a' }, fields: [] },
  { what: 'a misspelt field is found', schema: named, value: { nmae: 'a' }, fields: [['nmae']] },
  {
    what: 'a misspelt field of a field is found',
    schema: { properties: { inner: named } },
    value: { inner: { nmae: 'a' } },
    fields: [['inner', 'nmae']],
  },
  {
    what: 'a misspelt field of an item is found with its index',
    schema: { items: named },
    value: [{ name: 'a' }, { nmae: 'b' }],
    fields: [[1, 'nmae']],
  },
  {
    what: 'fields of each part of a composition are declared',
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
    what: 'a field is followed into each part that declares it',
    schema: { allOf: [{ properties: { inner: named } }, { properties: { inner: { properties: { id: {} } } } }] },
    value: { inner: { name: 'a', id: 1, nmae: 'b' } },
    fields: [['inner', 'nmae']],
  },
  { what: 'a schema without fields declares any', schema: {}, value: { any: { thing: 1 } }, fields: [] },
  { what: 'true declares any field', schema: true, value: { any: 1 }, fields: [] },
  {
    what: 'described additional fields are declared',
    schema: { properties: { name: {} }, additionalProperties: { type: 'string' } },
    value: { any: 'a' },
    fields: [],
  },
  {
    what: 'fields of a pattern are declared',
    schema: { properties: { name: {} }, patternProperties: { '^x-': {} } },
    value: { 'x-any': 'a' },
    fields: [],
  },
  {
    what: 'an empty schema of additional fields describes none',
    schema: { properties: { name: {} }, additionalProperties: {} },
    value: { any: 'a' },
    fields: [['any']],
  },
  {
    what: 'a field named like a method of every object is not declared by that',
    schema: named,
    value: { toString: 'a' },
    fields: [['toString']],
  },
  { what: 'a reference is followed', schema: { $ref: '#Person' }, value: { title: 'a' }, fields: [['title']] },
  {
    what: 'a reference within another file is relative to that file',
    schema: { $ref: 'other#Book' },
    value: { author: { title: 'a', name: 'b' } },
    fields: [['author', 'name']],
  },
  { what: 'a schema composed of itself ends', schema: { $ref: '#Circle' }, value: { any: 1 }, fields: [] },
  {
    what: 'a reference that leads nowhere declares any field',
    schema: { $ref: '#None' },
    value: { any: 1 },
    fields: [],
  },
  { what: 'null and texts have no fields', schema: named, value: null, fields: [] },
])('$what', ({ schema, value, fields }) => {
  expect(undeclaredFields(value, schema, resolve)).toEqual(fields);
});
