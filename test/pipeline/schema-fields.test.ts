import { describe, expect, test } from 'vitest';
import { compareFields } from '../../scripts/openapi/schema-fields.ts';

describe('compareFields()', () => {
  const undocumented = (value: unknown, schema: object) =>
    compareFields(value, schema)
      .filter(({ state }) => state === 'undocumented')
      .map(({ path }) => path);
  const absent = (value: unknown, schema: object) =>
    compareFields(value, schema)
      .filter(({ state }) => state === 'absent')
      .map(({ path }) => path);

  test.each<[what: string, schema: object, undocumentedPaths: string[]]>([
    ['an empty schema', {}, ['a', 'b']],
    ['properties', { properties: { a: {} } }, ['b']],
    ['allOf', { allOf: [{ properties: { a: {} } }, { allOf: [{ properties: { b: {} } }] }] }, ['b.c']],
    ['anyOf', { anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, ['b.c']],
    ['oneOf next to properties', { properties: { b: {} }, oneOf: [{ properties: { a: {} } }] }, ['b.c']],
    ['a schema of additional properties', { additionalProperties: { properties: { c: {} } } }, []],
    [
      'a schema of additional properties next to properties',
      { properties: { b: {} }, additionalProperties: {} },
      ['b.c'],
    ],
    ['allowed additional properties without a schema', { additionalProperties: true }, ['a', 'b']],
    ['a circular reference', { $ref: '#/components/schemas/A' }, []],
  ])('finds undocumented fields by %s', (_what, schema, paths) => {
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
    ['a string, which has none', 'text', { properties: { a: {} } }, []],
    ['null, which has none', null, { properties: { a: {} } }, []],
  ])('finds undocumented fields in %s', (_what, value, schema, paths) => {
    expect(undocumented(value, schema)).toEqual(paths);
  });

  test('finds absent fields, including those with inherited names, but no writeOnly fields', () => {
    const schema = { properties: { a: {}, toString: {}, password: { writeOnly: true }, b: { properties: { c: {} } } } };
    expect(absent({ b: {} }, schema)).toEqual(['b.c', 'a', 'toString']);
  });
});
