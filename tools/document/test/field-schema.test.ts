// Tests the functions that read the fields that schemas declare.
import { describe, expect, test } from 'vitest';
import { alternativesOf, propertiesOf } from '../src/schema/field-schema.ts';
import { compareFields } from '../src/validation/schema-fields.ts';
import { type ResolveNode, undeclaredFields } from '../src/validation/undeclared-fields.ts';

const TEXT = { type: 'string' };

test('propertiesOf() returns the properties of all parts with resolved references, the property of the outer part first', () => {
  const Recursive = { allOf: [{ $ref: '#/components/schemas/Recursive' }], properties: { a: {} } };
  const Book = { properties: { title: { $ref: '#/components/schemas/Text' } } };
  const schema = { allOf: [{ $ref: '#/components/schemas/Book' }, Recursive], properties: { a: TEXT } };
  const properties = propertiesOf({ components: { schemas: { Recursive, Book, Text: TEXT } } }, schema);
  expect(Object.fromEntries(properties)).toEqual({ a: TEXT, title: TEXT });
});

test('alternativesOf() reads the alternatives of each schema once, also if 20 schemas are alternatives of each other', () => {
  const names = Array.from({ length: 20 }, (_, index) => `S${index}`);
  const anyOf = [TEXT, ...names.map((name) => ({ $ref: `#/components/schemas/${name}` }))];
  const schemas = Object.fromEntries(names.map((name) => [name, { anyOf }]));
  expect(alternativesOf({ components: { schemas } }, { anyOf })).toEqual(Array(21).fill(TEXT));
});

/** The component `A` contains itself. */
const A = { properties: { a: {}, next: { $ref: '#/components/schemas/A' } } };
const DOCUMENT = { info: { title: 'API', version: '1' }, paths: {}, components: { schemas: { A } } };

describe('compareFields()', () => {
  const absent = (value: unknown, schema: object) =>
    compareFields(DOCUMENT, value, schema)
      .filter(({ isPresent }) => !isPresent)
      .map(({ path }) => path);

  test.each<[what: string, value: unknown, schema: object, paths: string[]]>([
    ['allOf', {}, { allOf: [{ properties: { a: {} } }, { allOf: [{ properties: { b: {} } }] }] }, ['a', 'b']],
    ['anyOf', {}, { anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, ['a', 'b']],
    ['oneOf and properties', {}, { properties: { b: {} }, oneOf: [{ properties: { a: {} } }] }, ['b', 'a']],
    ['the values of a map', { k: {} }, { additionalProperties: { properties: { c: {} } } }, ['k.c']],
    ['a recursive component', { next: {} }, { $ref: '#/components/schemas/A' }, ['next.a', 'next.next', 'a']],
    ['the items of nested arrays', [[{ b: 1 }]], { items: { items: { properties: { a: {} } } } }, ['[][].a']],
    ['a composed array', [{}], { allOf: [{}, { items: { properties: { a: {} } } }] }, ['[].a']],
    ['an undocumented field, which has none', { x: {} }, { properties: {}, additionalProperties: true }, []],
    ['null, which has none', null, { properties: { a: {} } }, []],
  ])('returns the absent fields of %s', (_what, value, schema, paths) => {
    expect(absent(value, schema)).toEqual(paths);
  });

  test('returns the absent fields except writeOnly fields, even if a field has the name of an inherited property', () => {
    const schema = { properties: { a: {}, toString: {}, password: { writeOnly: true }, b: { properties: { c: {} } } } };
    expect(absent({ b: {} }, schema)).toEqual(['b.c', 'a', 'toString']);
  });
});

describe('undeclaredFields()', () => {
  const NAMED = { properties: { name: {} } };
  const ID = { properties: { id: {} } };
  const SCHEMAS: Record<string, object> = { '#Named': NAMED, '#Circle': { allOf: [{ $ref: '#Circle' }] } };

  /** Resolves a reference as Redocly does: without a target, the node is undefined. */
  const resolve: ResolveNode = <T>(node: T) => {
    if (typeof node !== 'object' || node === null || !('$ref' in node)) return { node };
    // The caller chooses the type of the resolved node, as with Redocly.
    return { node: SCHEMAS[String(node.$ref)] as T };
  };
  const inObject = (inner: object) => ({ properties: { inner } });
  const composed = {
    ...ID,
    allOf: [NAMED],
    oneOf: [{ properties: { size: {} } }],
    anyOf: [{ properties: { tag: {} } }],
  };

  test.each<[what: string, value: unknown, schema: unknown, fields: (string | number)[][]]>([
    ['accepts a declared field', { name: 'a' }, { ...NAMED, additionalProperties: true }, []],
    ['finds a misspelt field', { nmae: 'a' }, { ...NAMED, additionalProperties: true }, [['nmae']]],
    ['finds a misspelt field in a nested object', { inner: { nmae: 'a' } }, inObject(NAMED), [['inner', 'nmae']]],
    ['finds a misspelt field of an array item', [{ name: 'a' }, { nmae: 'b' }], { items: NAMED }, [[1, 'nmae']]],
    [
      'accepts fields of allOf, oneOf and anyOf, and finds every other field',
      { id: 1, name: 'a', size: 2, tag: 't', other: 1 },
      composed,
      [['other']],
    ],
    [
      'finds a misspelt field in an object that two parts of allOf declare',
      { inner: { name: 'a', id: 1, nmae: 'b' } },
      { allOf: [inObject(NAMED), inObject(ID)] },
      [['inner', 'nmae']],
    ],
    ['accepts any field if the schema has no properties', { any: { thing: 1 } }, {}, []],
    ['accepts any field if the schema is true', { any: 1 }, true, []],
    ['accepts any field of additionalProperties', { any: 'a' }, { ...NAMED, additionalProperties: TEXT }, []],
    ['accepts any field next to patternProperties', { a: 'a' }, { ...NAMED, patternProperties: { '^x-': {} } }, []],
    ['finds a field if additionalProperties is {}', { any: 'a' }, { ...NAMED, additionalProperties: {} }, [['any']]],
    ['finds a field with the name of an inherited method', { toString: 'a' }, NAMED, [['toString']]],
    ['resolves a $ref', { inner: { name: 'a', id: 1 } }, inObject({ $ref: '#Named' }), [['inner', 'id']]],
    ['accepts any field of a schema whose allOf refers to the schema itself', { any: 1 }, { $ref: '#Circle' }, []],
    ['accepts any field if a $ref cannot be resolved', { any: 1 }, { $ref: '#None' }, []],
    ['finds no field in null', null, NAMED, []],
  ])('%s', (_what, value, schema, fields) => {
    expect(undeclaredFields(value, schema, resolve)).toEqual(fields);
  });
});
