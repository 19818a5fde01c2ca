import { describe, expect, test } from 'vitest';
import { compareFields } from '../src/validation/schema-fields.ts';

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
