import { describe, expect, test } from 'vitest';
import type { MediaType, OpenApiDocument, OperationEntry, Parameter } from '../../scripts/openapi/document.ts';
import { firstExample, pathWith, sampleCall, sampleValue } from '../../scripts/openapi/sample.ts';

const document: OpenApiDocument = { info: { title: 'API', version: '1' }, paths: {} };

const operationWith = (more: Partial<OperationEntry>): OperationEntry => ({
  id: 'readThing',
  method: 'GET',
  path: '/things/{id}',
  operation: {},
  parameters: [],
  ...more,
});

describe('pathWith()', () => {
  test('percent-encodes each path parameter as one segment', () => {
    expect(
      pathWith(operationWith({ path: '/things/{id}/parts/{part_id}' }), { id: 'a/b?c#d %', part_id: 'email|dev_1' }),
    ).toBe('/things/a%2Fb%3Fc%23d%20%25/parts/email%7Cdev_1');
  });

  test('accepts a number as a path parameter', () => {
    expect(pathWith(operationWith({}), { id: 7 })).toBe('/things/7');
  });
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
      expect(
        sampleCall(document, operationWith({ parameters: [header(name), header('X-Trace')] })).params.header,
      ).toEqual({
        'X-Trace': 'a',
      });
    },
  );

  test('keeps a query parameter with the name of an ignored header field', () => {
    const parameters: Parameter[] = [{ name: 'accept', in: 'query', example: 'terms' }];
    expect(sampleCall(document, operationWith({ parameters })).params.query).toEqual({ accept: 'terms' });
  });

  test('includes a body if the operation has a JSON request body', () => {
    const content = { 'application/json': { example: { name: 'a' } } };
    expect(sampleCall(document, operationWith({ operation: { requestBody: { content } } }))).toEqual({
      params: { path: {}, query: {}, header: {} },
      body: { name: 'a' },
    });
  });
});

describe('sampleValue()', () => {
  const schema = {
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, size: { type: 'integer', minimum: 2 } },
  };

  test.for<{ what: string; place: MediaType; value: unknown }>([
    {
      what: 'returns the example, not a sample of the schema',
      place: { schema, example: { size: 9 } },
      value: { size: 9 },
    },
    {
      what: 'returns the first of several examples',
      place: { examples: { b: { value: 1 }, a: { value: 2 } } },
      value: 1,
    },
    {
      what: 'returns an example that is false',
      place: { schema: { type: 'boolean', default: true }, example: false },
      value: false,
    },
    {
      what: 'returns a sample of the schema, without read-only fields, if the media type has no example',
      place: { schema },
      value: { size: 2 },
    },
  ])('$what', ({ place, value }) => {
    expect(sampleValue(document, place)).toEqual(value);
  });

  test('resolves a $ref in the schema', () => {
    const withSchemas = { ...document, components: { schemas: { Thing: { type: 'string', example: 'a' } } } };
    expect(sampleValue(withSchemas, { schema: { $ref: '#/components/schemas/Thing' } })).toBe('a');
  });

  test('differs from firstExample(), which returns undefined if the media type has only a schema', () => {
    expect(firstExample({ schema })).toBeUndefined();
  });
});
