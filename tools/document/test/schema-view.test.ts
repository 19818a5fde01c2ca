import { describe, expect, test } from 'vitest';
import { allowsNull, propertiesOf, schemaIn, typesOf } from '../src/schema-view.ts';

const recursive = { allOf: [{ $ref: '#/components/schemas/Recursive' }], type: 'object', properties: { a: {} } };
const Book = { type: 'object', properties: { title: { $ref: '#/components/schemas/Title' } }, required: ['title'] };
const Title = { type: ['string', 'null'] };
const DOCUMENT = { components: { schemas: { Book, Title, Recursive: recursive } } };
const TITLE = { $ref: '#/components/schemas/Title' };
const TEXT = { type: 'string' };
const NULL = { type: 'null' };

test.each<[schema: unknown, types: string[] | undefined]>([
  [{}, undefined],
  [true, undefined],
  [false, []],
  [TITLE, ['string', 'null']],
  [{ enum: ['a', 1, null] }, ['string', 'integer', 'null']],
  [{ enum: ['a', 1], const: 1 }, ['integer']],
  [{ properties: {} }, ['object']],
  [{ additionalProperties: {} }, ['object']],
  [{ items: {} }, ['array']],
  [{ required: ['a'] }, ['object', 'array']],
  [{ allOf: [TITLE, TEXT] }, ['string']],
  [{ allOf: [{ type: 'number' }, { type: 'integer' }] }, ['integer']],
  [{ anyOf: [TEXT, NULL] }, ['string', 'null']],
  [{ type: 'string', oneOf: [TEXT, NULL] }, ['string']],
  [{ oneOf: [TEXT, {}] }, undefined],
  [recursive, ['object']],
])('typesOf() reads %j as %j', (schema, types) => {
  expect(typesOf(schemaIn(DOCUMENT, schema))).toEqual(types);
});

describe('allowsNull()', () => {
  test.each<unknown>([
    ...[{}, TITLE, NULL, { enum: [null] }, { const: null }, { nullable: true }, { type: 'string', nullable: true }],
    ...[{ anyOf: [TEXT, NULL] }, { oneOf: [TEXT, TITLE] }, { allOf: [TITLE, {}] }, { properties: {}, type: ['null'] }],
  ])('returns true for %j', (schema) => {
    expect(allowsNull(schemaIn(DOCUMENT, schema))).toBe(true);
  });

  test.each<unknown>([
    ...[false, TEXT, Book, { enum: ['a'] }, { type: 'null', enum: ['a'] }, { enum: [null, 'a'], const: 'a' }],
    ...[{ allOf: [TITLE, TEXT] }, { oneOf: [TITLE, NULL] }, { type: 'string', anyOf: [TEXT, NULL] }, recursive],
  ])('returns false for %j', (schema) => {
    expect(allowsNull(schemaIn(DOCUMENT, schema))).toBe(false);
  });

  test('returns true for the generated types if one of several keywords allows null', () => {
    expect(allowsNull(schemaIn(DOCUMENT, { type: 'string', anyOf: [TEXT, NULL] }), 'types')).toBe(true);
  });
});

test('propertiesOf() returns the properties of all parts with resolved references, the property of the outer part first', () => {
  const schema = { allOf: [{ $ref: '#/components/schemas/Book' }, recursive], properties: { a: TEXT } };
  expect(Object.fromEntries(propertiesOf(DOCUMENT, schema))).toEqual({ a: TEXT, title: Title });
});
