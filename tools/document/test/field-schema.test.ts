import { expect, test } from 'vitest';
import { alternativesOf, propertiesOf } from '../src/field-schema.ts';

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
