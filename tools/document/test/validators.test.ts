// Tests how the schemas of a document are copied for ajv.
import { describe, expect, test } from 'vitest';
import { NO_TIMES, NO_URLS, TIMES, URLS } from '../../../test/support/format-values.ts';
import { createAjv } from '../src/validation/ajv.ts';
import { explosivePatterns } from '../src/validation/explosive-patterns.ts';
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

  test('does not read inherited members, such as constructor, as properties', () => {
    const schema = { type: 'object', properties: { constructor: { type: 'string' } } };
    const { compile } = createValidators({ ...DOCUMENT, components: { schemas: { Team: schema } } }, 'response');
    const validate = compile({ $ref: '#/components/schemas/Team' });
    expect(validate({})).toBe(true);
    expect(validate({ constructor: 1 })).toBe(false);
  });

  test('accepts no value for an empty enum', () => {
    const { compile } = createValidators(DOCUMENT, 'request');
    const schema = { type: 'string', enum: [], allOf: [{ type: 'string' }] };
    expect(compile(schema)('approved')).toBe(false);
    const validate = compile({ type: 'object', properties: { status: schema } });
    expect(validate({})).toBe(true);
    expect(validate({ status: 'approved' })).toBe(false);
  });

  test.each<[what: string, isValid: (format: string, value: string) => boolean]>([
    ['createAjv()', (format, value) => createAjv().validate({ format }, value)],
    ['createValidators()', (format, value) => createValidators(DOCUMENT, 'request').compile({ format })(value)],
  ])(
    'checks url as an absolute URI, date-time as in RFC 3339, and the formats of JSON Schema: %s',
    (_what, isValid) => {
      expect([...URLS, ...NO_URLS].filter((value) => isValid('url', value))).toEqual(URLS);
      expect([...TIMES, ...NO_TIMES].filter((value) => isValid('date-time', value))).toEqual(TIMES);
      const formats = ['uri', 'date-time', 'email', 'uuid', 'ipv4'];
      expect(formats.filter((format) => isValid(format, 'partner tokens'))).toEqual([]);
    },
  );

  test('keeps a property with the name of such a keyword', () => {
    const schema = { properties: { example: { type: 'string' } } };
    expect(createValidators(DOCUMENT, 'request').copy(schema)).toEqual(schema);
  });
});

describe('a validator without explosive patterns leaves out a pattern that can block the process', () => {
  const compile = (schema: object) => createValidators(DOCUMENT, 'request', {}, 'unchecked').compile(schema);

  test.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(x+x+)+y', '^(?<name>a+)+$'])('such as %s', (pattern) => {
    const validate = compile({ type: 'string', pattern, maxLength: 40 });
    expect(validate(`${'a'.repeat(33)}!`)).toBe(true);
    expect(validate('a'.repeat(41))).toBe(false);
  });

  test('in patternProperties, and accepts every property', () => {
    const schema = { patternProperties: { '^(a+)+$': { type: 'number' } }, additionalProperties: false };
    expect(compile(schema)({ [`${'a'.repeat(33)}!`]: 'text' })).toBe(true);
  });

  test.each<[string, object, unknown]>([
    ['oneOf', { oneOf: [{ pattern: '^(a+)+$' }, { pattern: '^b' }] }, 'b1'],
    ['oneOf with a reference', { oneOf: [{ $ref: '#/components/schemas/E' }, { pattern: '^b' }] }, 'b1'],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ['if', { if: { pattern: '^(a+)+$' }, then: { maxLength: 3 } }, 'bbbb'],
    ['not with a reference', { not: { $ref: '#/components/schemas/E' } }, 'b'],
    ['contains', { contains: { pattern: '^(a+)+$' }, maxContains: 1 }, ['b', 'b']],
  ])('together with %s, which could reject valid data', (_keyword, schema, value) => {
    const document = { ...DOCUMENT, components: { schemas: { E: { pattern: '^(a+)+$' } } } };
    expect(createValidators(document, 'request', {}, 'unchecked').compile(schema)(value)).toBe(true);
  });

  test('in propertyNames and in not', () => {
    const pattern = '^(a+)+$';
    expect(compile({ propertyNames: { pattern } })({ [`${'a'.repeat(33)}!`]: 1 })).toBe(true);
    expect(compile({ not: { anyOf: [{ pattern }] } })('aaa')).toBe(true);
  });

  test.each([
    ['^[a-z0-9-]{1,36}$', 'A'],
    ['^\\d{4}-\\d{2}-\\d{2}$', '2026'],
    ['^urn:[a-z]+:.+$', 'urn:'],
    ['^[a-z]+(-[a-z]+)*$', 'a-'],
    ['^[A-Z]{2}$', 'en'],
  ])('but checks the harmless pattern %s', (pattern, invalid) => {
    expect(compile({ pattern })(invalid)).toBe(false);
  });
});

test('createValidators() names the places of the schemas that cannot be compiled, but not the same text in data', () => {
  const Bad = { type: 'object', properties: { 'a/b': { type: 'text', example: { type: 'text' } } } };
  const document = { info: { title: 'API', version: '1' }, paths: {}, components: { schemas: { Bad } } };
  const validators = createValidators(document, 'response');
  expect(() => validators.compile({ $ref: '#/components/schemas/Bad' })).toThrow(
    new Error('#/components/schemas/Bad/properties/a~1b: type must be JSONType or JSONType[]: text'),
  );
});

test('a validator with explosive patterns checks them', () => {
  const { compile } = createValidators(DOCUMENT, 'request');
  expect(compile({ pattern: '^(a+)+$' })('b')).toBe(false);
  expect(compile({ not: { pattern: '^(a+)+$' } })('a')).toBe(false);
  expect(compile({ patternProperties: { '^(a+)+$': false } })({ a: 1 })).toBe(false);
});

test('explosivePatterns() lists the places of patterns and of keys of patternProperties, but no data', () => {
  const pattern = '^(a+)+$';
  const properties = { pattern: { type: 'string', pattern }, example: { pattern }, code: { pattern: '^a$' } };
  const Item = {
    properties,
    patternProperties: { [`${pattern}/`]: {} },
    examples: [{ pattern }],
    default: { pattern },
  };
  const parameters = [{ name: 'q', in: 'query', schema: { pattern }, 'x-note': { pattern } }];
  expect(
    explosivePatterns({ paths: { '/items': { get: { parameters } } }, components: { schemas: { Item } } }),
  ).toEqual([
    '#/paths/~1items/get/parameters/0/schema/pattern',
    '#/components/schemas/Item/properties/pattern/pattern',
    '#/components/schemas/Item/properties/example/pattern',
    '#/components/schemas/Item/patternProperties/^(a+)+$~1',
  ]);
});
