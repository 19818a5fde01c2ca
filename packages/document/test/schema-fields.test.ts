import { describe, expect, test } from 'vitest';
import { compareFields } from '../src/validation/schema-fields.ts';

/** The component `A` contains itself. */
const A = { properties: { a: {}, next: { $ref: '#/components/schemas/A' } } };
const DOCUMENT = { info: { title: 'API', version: '1' }, paths: {}, components: { schemas: { A } } };

describe('compareFields()', () => {
  const undocumented = (value: unknown, schema: object) =>
    compareFields(DOCUMENT, value, schema)
      .filter(({ state }) => state === 'undocumented')
      .map(({ path }) => path);
  const absent = (value: unknown, schema: object) =>
    compareFields(DOCUMENT, value, schema)
      .filter(({ state }) => state === 'absent')
      .map(({ path }) => path);

  test.each<[what: string, schema: object, undocumentedPaths: string[]]>([
    ['an empty schema', {}, ['a', 'b']],
    ['a schema with properties', { properties: { a: {} } }, ['b']],
    ['a schema with allOf', { allOf: [{ properties: { a: {} } }, { allOf: [{ properties: { b: {} } }] }] }, ['b.c']],
    ['a schema with anyOf', { anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, ['b.c']],
    ['a schema with oneOf and properties', { properties: { b: {} }, oneOf: [{ properties: { a: {} } }] }, ['b.c']],
    ['a schema whose additionalProperties is a schema', { additionalProperties: { properties: { c: {} } } }, []],
    [
      'a schema with properties and an additionalProperties schema',
      { properties: { b: {} }, additionalProperties: {} },
      ['b.c'],
    ],
    ['a schema whose additionalProperties is true', { additionalProperties: true }, ['a', 'b']],
    ['a reference to a recursive component', { $ref: '#/components/schemas/A' }, ['b']],
  ])('returns the undocumented fields of a value for %s', (_what, schema, paths) => {
    expect(undocumented({ a: 1, b: { c: 1 } }, schema)).toEqual(paths);
  });

  test.each<[what: string, value: unknown, schema: object, paths: string[]]>([
    ['the items of an array', [{ a: 1 }, 1, null], {}, ['[].a']],
    ['the items of nested arrays', [[{ a: 1, b: 1 }]], { items: { items: { properties: { a: {} } } } }, ['[][].b']],
    [
      'the items of an array with a composed schema',
      [{ a: 1, b: 1 }],
      { allOf: [{}, { items: { properties: { a: {} } } }] },
      ['[].b'],
    ],
    ['a string, which has no fields', 'text', { properties: { a: {} } }, []],
    ['null, which has no fields', null, { properties: { a: {} } }, []],
  ])('returns the undocumented fields in %s', (_what, value, schema, paths) => {
    expect(undocumented(value, schema)).toEqual(paths);
  });

  test('returns the absent fields except writeOnly fields, even if a field has the name of an inherited property', () => {
    const schema = { properties: { a: {}, toString: {}, password: { writeOnly: true }, b: { properties: { c: {} } } } };
    expect(absent({ b: {} }, schema)).toEqual(['b.c', 'a', 'toString']);
  });
});
