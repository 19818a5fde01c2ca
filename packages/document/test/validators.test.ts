// Tests how the schemas of a document are copied for ajv.
import { describe, expect, test } from 'vitest';
import { createValidators } from '../src/validation/validators.ts';

const DOCUMENT = { info: { title: 'API', version: '1' }, paths: {} };

describe('createValidators()', () => {
  test.each(['description', 'example', 'examples', 'default', 'externalDocs', 'xml', 'discriminator', 'x-internal'])(
    'omits %s from the copy of a schema, because its value can contain $id',
    (keyword) => {
      const { copy } = createValidators(DOCUMENT, 'request');
      expect(copy({ type: 'string', [keyword]: { $id: 'https://example.com/id' } })).toEqual({ type: 'string' });
    },
  );

  test('ignores a required that is not a list, such as true', () => {
    const { compile } = createValidators(DOCUMENT, 'request');
    const validate = compile({ type: 'object', properties: { name: { type: 'string', required: true } } });
    expect(validate({ name: 'one' })).toBe(true);
    expect(validate({ name: 1 })).toBe(false);
  });

  test('accepts no value for an empty enum', () => {
    const { compile } = createValidators(DOCUMENT, 'request');
    const schema = { type: 'string', enum: [], allOf: [{ type: 'string' }] };
    expect(compile(schema)('approved')).toBe(false);
    const validate = compile({ type: 'object', properties: { status: schema } });
    expect(validate({})).toBe(true);
    expect(validate({ status: 'approved' })).toBe(false);
  });

  test('keeps a property with the name of such a keyword', () => {
    const schema = { properties: { example: { type: 'string' } } };
    expect(createValidators(DOCUMENT, 'request').copy(schema)).toEqual(schema);
  });
});
