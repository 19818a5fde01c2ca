import { describe, expect, test } from 'vitest';
import type { MediaType, OpenApiDocument, OperationEntry, Parameter } from '../../scripts/openapi/document.ts';
import { firstExample, pathWith, sampleCall, sampleValue } from '../../scripts/openapi/sample.ts';

const document: OpenApiDocument = { info: { title: 'API', version: '1' }, paths: {} };

const placed = (more: Partial<OperationEntry>): OperationEntry => ({
  id: 'readThing',
  method: 'GET',
  path: '/things/{id}',
  operation: {},
  parameters: [],
  ...more,
});

describe('pathWith', () => {
  test('encodes each parameter as exactly one path segment', () => {
    expect(
      pathWith(placed({ path: '/things/{id}/parts/{part_id}' }), { id: 'a/b?c#d %', part_id: 'email|dev_1' }),
    ).toBe('/things/a%2Fb%3Fc%23d%20%25/parts/email%7Cdev_1');
  });

  test('writes a number as text', () => {
    expect(pathWith(placed({}), { id: 7 })).toBe('/things/7');
  });
});

describe('sampleCall', () => {
  const header = (name: string): Parameter => ({ name, in: 'header', example: 'a' });

  test('sorts the parameters by their place', () => {
    const parameters: Parameter[] = [
      { name: 'id', in: 'path', required: true, example: 'thing_1' },
      { name: 'limit', in: 'query', example: 3 },
      header('X-Trace'),
      { name: 'session', in: 'cookie', example: 'c' },
    ];
    expect(sampleCall(document, placed({ parameters }))).toEqual({
      params: { path: { id: 'thing_1' }, query: { limit: 3 }, header: { 'X-Trace': 'a' } },
    });
  });

  test.for(['Accept', 'Content-Type', 'Authorization', 'authorization', 'ACCEPT'])(
    'omits the header parameter %s, which OpenAPI ignores',
    (name) => {
      expect(sampleCall(document, placed({ parameters: [header(name), header('X-Trace')] })).params.header).toEqual({
        'X-Trace': 'a',
      });
    },
  );

  test('keeps a query parameter that is named like an ignored header field', () => {
    const parameters: Parameter[] = [{ name: 'accept', in: 'query', example: 'terms' }];
    expect(sampleCall(document, placed({ parameters })).params.query).toEqual({ accept: 'terms' });
  });

  test('has a body if the operation takes JSON', () => {
    const content = { 'application/json': { example: { name: 'a' } } };
    expect(sampleCall(document, placed({ operation: { requestBody: { content } } }))).toEqual({
      params: { path: {}, query: {}, header: {} },
      body: { name: 'a' },
    });
  });
});

describe('sampleValue', () => {
  const schema = {
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, size: { type: 'integer', minimum: 2 } },
  };

  test.for<{ what: string; place: MediaType; value: unknown }>([
    { what: 'the example comes first', place: { schema, example: { size: 9 } }, value: { size: 9 } },
    {
      what: 'the first of several examples is taken',
      place: { examples: { b: { value: 1 }, a: { value: 2 } } },
      value: 1,
    },
    {
      what: 'an example can be false',
      place: { schema: { type: 'boolean', default: true }, example: false },
      value: false,
    },
    { what: 'a sample of the schema has no read-only field', place: { schema }, value: { size: 2 } },
  ])('$what', ({ place, value }) => {
    expect(sampleValue(document, place)).toEqual(value);
  });

  test('a reference in the schema is followed in the document', () => {
    const withSchemas = { ...document, components: { schemas: { Thing: { type: 'string', example: 'a' } } } };
    expect(sampleValue(withSchemas, { schema: { $ref: '#/components/schemas/Thing' } })).toBe('a');
  });

  test('firstExample returns undefined without an example', () => {
    expect(firstExample({ schema })).toBeUndefined();
  });
});
