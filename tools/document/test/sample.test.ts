import standalone from 'ajv/dist/standalone/index.js';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import type { MediaType, OpenApiDocument, Parameter } from '../src/model/openapi-document.ts';
import type { OperationEntry } from '../src/operations/operations.ts';
import { discriminated } from '../src/samples/discriminator.ts';
import { sampleCall, sampleResponse } from '../src/samples/sample.ts';
import { createAjv } from '../src/validation/ajv.ts';

const document: OpenApiDocument = { info: { title: 'API', version: '1' }, paths: {} };

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns the options of `operationWith` for a request body with this content. */
const sending = (content: object) => ({ operation: { requestBody: { content } } }) as Partial<OperationEntry>;

const operationWith = (more: Partial<OperationEntry>): OperationEntry => ({
  id: 'readThing',
  method: 'POST',
  path: '/things/{id}',
  operation: {},
  parameters: [],
  ...more,
});

describe('sampleCall()', () => {
  const header = (name: string): Parameter => ({ name, in: 'header', example: 'a' });

  test('groups the parameters by path, query and header, and omits cookies', () => {
    const parameters: Parameter[] = [
      { name: 'id', in: 'path', required: true, example: 'thing_1' },
      { name: 'limit', in: 'query', example: 3 },
      header('X-Trace'),
      { name: 'session', in: 'cookie', example: 'c' },
    ];
    expect(sampleCall(document, operationWith({ parameters }))).toEqual({
      params: { path: { id: 'thing_1' }, query: { limit: 3 }, header: { 'X-Trace': 'a' } },
    });
  });

  test.for(['Accept', 'Content-Type', 'Authorization', 'authorization', 'ACCEPT'])(
    'omits the header parameter %s, which OpenAPI ignores',
    (name) => {
      const operation = operationWith({ parameters: [header(name), header('X-Trace')] });
      expect(sampleCall(document, operation).params?.header).toEqual({ 'X-Trace': 'a' });
    },
  );

  test('keeps a query parameter with the name of an ignored header field', () => {
    const parameters: Parameter[] = [{ name: 'accept', in: 'query', example: 'terms' }];
    expect(sampleCall(document, operationWith({ parameters })).params?.query).toEqual({ accept: 'terms' });
  });

  test('omits read-only properties from the body, even if an example has them or the schema requires them', () => {
    const schema = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
    };
    for (const media of [{ schema }, { schema, example: { id: 'a', name: 'string' } }]) {
      const operation = operationWith(sending({ 'application/json': media }));
      expect(sampleCall(document, operation).body).toEqual({ name: 'string' });
    }
  });

  const fields = { schema: { type: 'object', properties: { name: { const: 'a b' }, sizes: { const: [1, 2] } } } };

  test('creates URLSearchParams for a form, and prefers JSON to a form', () => {
    const content = { 'application/x-www-form-urlencoded': fields };
    const { body } = sampleCall(document, operationWith(sending(content)));
    expect(body).toBeInstanceOf(URLSearchParams);
    expect(String(body)).toBe('name=a+b&sizes=1&sizes=2');
    const both = { ...content, 'application/json': fields };
    expect(sampleCall(document, operationWith(sending(both))).body).toEqual({
      name: 'a b',
      sizes: [1, 2],
    });
  });

  test('returns application/json as the media type of a wildcard', () => {
    const content = { '*/*': { schema: { type: 'object' }, example: { a: 1 } } };
    expect(sampleCall(document, operationWith(sending(content)))).toMatchObject({
      mediaType: 'application/json',
      body: { a: 1 },
    });
  });

  test('omits the body of a GET operation, because fetch cannot send it', () => {
    const content = { 'application/json': { example: { name: 'a' } } };
    const operation = operationWith({ ...sending(content), method: 'GET' });
    expect(sampleCall(document, operation)).not.toHaveProperty('body');
  });

  test('creates a Blob with the documented media type for a body that is neither JSON nor a form', async () => {
    const content = { 'text/csv': { schema: { type: 'string' }, example: 'a,b' } };
    const { body } = sampleCall(document, operationWith(sending(content)));
    expect(body).toBeInstanceOf(Blob);
    expect((body as Blob).type).toBe('text/csv');
    expect(await (body as Blob).text()).toBe('a,b');
  });

  /** A parameter whose schema allows no value. */
  const parameter: Parameter = { name: 'size', in: 'query', schema: { type: 'integer', enum: ['x'] } };

  test.each<[string, Parameter]>([
    ['an optional parameter without a valid sample', parameter],
    ['a parameter that the client cannot write', { ...parameter, required: true, schema: { type: 'object' } }],
    ['a header field whose name is not valid in HTTP', header('a name')],
  ])('omits %s', (_what, one) => {
    const { params } = sampleCall(document, operationWith({ parameters: [one] }));
    expect(params).toEqual({ path: {}, query: {}, header: {} });
  });

  test('skips an operation if a required parameter allows only null, which the client omits', () => {
    const only = { enum: [null] };
    for (const schema of [only, { type: 'array', minItems: 1, items: only }]) {
      const parameters: Parameter[] = [{ name: 'mode', in: 'query', required: true, schema }];
      expect(sampleCall(document, operationWith({ parameters })).skipped).toBe('no valid sample: add an example');
    }
  });

  test('skips an operation if a required parameter has no valid sample', () => {
    expect(sampleCall(document, operationWith({ parameters: [{ ...parameter, required: true }] }))).toEqual({
      skipped: 'no valid sample: add an example',
    });
  });
});

interface Tables {
  readonly samples: { what: string; media: MediaType; sample: unknown }[];
  readonly short: { what: string; schema: object; example?: unknown; body: object }[];
  readonly components: { schemas: Record<string, object> };
  readonly discriminated: { in: string; schema: object; sample: unknown }[];
  readonly bodies: { what: string; schemas: Record<string, object>; schema: object; body: object }[];
  readonly hard: Record<string, object>;
}
const TABLES: Tables = readYaml(import.meta.dirname, 'samples.yaml');
const { components } = TABLES;

describe('sampleResponse()', () => {
  test.for(TABLES.samples)('returns $what', ({ media, sample }) => {
    expect(sampleResponse(document, media)).toEqual(sample);
  });

  test.for(Object.entries(TABLES.hard))(
    'returns a valid value of a schema that is hard to satisfy: %s',
    ([, schema]) => {
      const value = sampleResponse({ ...document, components }, { schema });
      expect(value).toBeDefined();
      expect(value).toSatisfy((sampled) => createAjv().validate({ ...schema, components }, sampled));
    },
  );

  test.each([{ type: 'object', required: ['a'], additionalProperties: false }, { oneOf: [true, true] }])(
    'returns undefined for a schema that no value satisfies: %j',
    (schema) => {
      expect(sampleResponse(document, { schema })).toBeUndefined();
    },
  );
});

test.for(TABLES.discriminated)('sampleResponse() selects a schema for a discriminator in $in', ({ schema, sample }) => {
  expect(sampleResponse({ ...document, components }, { schema })).toEqual(sample);
});

test.for(TABLES.bodies)('sampleCall() $what, also in a short body', ({ schemas, schema, body }) => {
  const operation = operationWith(sending({ 'application/json': { schema } }));
  for (const isShort of [false, true])
    expect(sampleCall({ ...document, components: { schemas } }, operation, isShort).body).toEqual(body);
});

test('sampleResponse() returns only the named fields of a schema that does not describe its additional fields', () => {
  const properties = { name: { type: 'string' } };
  const sampleOf = (additionalProperties: object) =>
    sampleResponse(document, { schema: { type: 'object', properties, additionalProperties } });
  expect(Object.keys(Object(sampleOf({})))).toEqual(['name']);
  expect(Object.keys(Object(sampleOf({ type: 'integer' })))).toContain('property1');
});

describe('a pattern that is not a JavaScript regular expression', () => {
  const schema = { type: 'string', pattern: '(?i)^[a-z]+$' };

  test('is ignored by a validator that createAjv() compiles: the validator accepts every string', () => {
    expect(createAjv().validate(schema, 'Ab 1')).toBe(true);
    expect(createAjv().validate(schema, 1)).toBe(false);
  });

  test('is ignored by a validator that createAjv() writes as source code: the validator accepts every string', () => {
    const ajv = createAjv({ code: { source: true } });
    const validate: unknown = new Function(
      'module',
      `${standalone.default(ajv, ajv.compile(schema))};return module.exports`,
    )({});
    expect(validate).toSatisfy((validator) => validator('Ab 1') && !validator(1));
  });

  test('is ignored by sampleResponse(), which returns a string', () => {
    expect(sampleResponse(document, { schema })).toBeTypeOf('string');
  });
});

test.for(TABLES.short)('a short body has $what', ({ schema, example, body }) => {
  const operation = operationWith(sending({ 'application/json': { schema, example } }));
  expect(sampleCall(document, operation, true).body).toEqual(body);
});

test('discriminated() ignores a mapping to a reference whose percent-encoding is invalid', () => {
  const mapping = { right: '#/components/schemas/50%', left: 'Left' };
  const Left = { type: 'object', properties: { side: { type: 'string' } } };
  const schema = { oneOf: [ref('Left')], discriminator: { propertyName: 'side', mapping } };
  const alternatives = discriminated({ ...document, components: { schemas: { Left } } }, schema);
  expect(alternatives.map(({ value }) => value)).toEqual(['left']);
});

test('sampleResponse() returns a small sample for schemas that contain each other several times', () => {
  const links = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`link${index}`, ref('Note')]));
  const Note = {
    type: 'object',
    required: ['id', 'box'],
    properties: { id: { type: 'integer' }, box: ref('Box'), ...links },
  };
  const Box = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, pinned: ref('Note'), ...links },
  };
  const recursive = { ...document, components: { schemas: { Note, Box } } };
  const sampled = sampleResponse(recursive, { schema: ref('Note') });
  expect(sampled).toMatchObject({ id: expect.any(Number), box: { id: expect.any(Number) } });
  expect(JSON.stringify(sampled).length).toBeLessThan(5000);
});

describe('sampleResponse() gives up after a limited number of steps for', () => {
  const objectOf = (schema: object, required: string[] = ['a', 'b', 'c']) => ({
    type: 'object',
    required,
    properties: { a: schema, b: schema, c: schema },
  });
  /** Returns 24 schemas, of which each contains the next one several times. */
  const levels = (of: (next: object) => object) =>
    Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`L${index}`, of(ref(`L${index + 1}`))]));
  const branches = (count: number, of: (index: number) => object) => Array.from({ length: count }, (_, i) => of(i));
  const nested = branches(10, () => ({})).reduce((items) => ({ type: 'array', minItems: 100, items }));
  const discriminator = { propertyName: 'a' };

  test.for<[string, object, Record<string, object>?]>([
    ['required fields', ref('L0'), { ...levels(objectOf), L24: {} }],
    ['alternatives', ref('L0'), { ...levels((next) => ({ anyOf: [objectOf(next), { allOf: [next] }] })), L24: {} }],
    ['alternatives that contain all of them', ref('A'), { A: { oneOf: branches(6, () => objectOf(ref('A'))) } }],
    [
      'a discriminator without an end',
      ref('A'),
      { A: { oneOf: [ref('B'), ref('C')], discriminator }, B: objectOf(ref('A')), C: objectOf(ref('A')) },
    ],
    ['a long list', { type: 'array', minItems: 1e8 }],
    ['lists of lists', nested],
    ['many fields', { type: 'object', minProperties: 1e8 }],
    ['a long string', { type: 'string', minLength: 1e9, pattern: '^(a|b)+$' }],
  ])('%s', ([name, schema, schemas = {}]) => {
    expect([name, sampleResponse({ ...document, components: { schemas } }, { schema })]).toEqual([name, undefined]);
  });

  test('optional fields, which a sample omits if they are too many', () => {
    const schemas = { ...levels((next) => objectOf(next, ['a'])), L24: {} };
    const sampled = sampleResponse({ ...document, components: { schemas } }, { schema: ref('L16') });
    expect(JSON.stringify(sampled)).toBe(`${'{"a":'.repeat(8)}null${'}'.repeat(8)}`);
  });
});

test('sampleResponse() finds an object with 200 required fields with a pattern', () => {
  const names = Array.from({ length: 200 }, (_, index) => `f${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', pattern: '^[A-Z]{3}$' }]));
  const schema = { type: 'object', required: names, additionalProperties: false, properties };
  expect(createAjv().validate(schema, sampleResponse(document, { schema }))).toBe(true);
});

test('sampleResponse() keeps a long example', () => {
  const example = 'a'.repeat(200_000);
  expect(sampleResponse(document, { schema: { type: 'string' }, example })).toBe(example);
});
