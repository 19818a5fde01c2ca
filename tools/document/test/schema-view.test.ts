import { expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { allowsNull, schemaIn, typesOf } from '../src/schema/schema-view.ts';

const Recursive = { allOf: [{ $ref: '#/components/schemas/Recursive' }], type: 'object' };
const Title = { type: ['string', 'null'] };
const DOCUMENT = { components: { schemas: { Title, Recursive } } };

test.each<{ schema: unknown; types?: string[]; isNull: boolean }>(readYaml(import.meta.dirname, 'schema-types.yaml'))(
  'typesOf() and allowsNull() read $schema',
  ({ schema, types, isNull }) => {
    expect(typesOf(schemaIn(DOCUMENT, schema))).toEqual(types);
    expect(allowsNull(schemaIn(DOCUMENT, schema))).toBe(isNull);
  },
);

test('allowsNull() returns true for the generated types if one of several keywords allows null', () => {
  expect(
    allowsNull(schemaIn(DOCUMENT, { type: 'string', anyOf: [{ type: 'string' }, { type: 'null' }] }), 'types'),
  ).toBe(true);
});
