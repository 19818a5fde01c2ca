// An OpenAPI document that has nothing in common with the document of this package. It uses features that are missing
// in the document of this package, such as query parameters and request bodies.

const json = (schema: object, example?: object) => ({ 'application/json': { schema, ...(example && { example }) } });
// The schema of an item is recursive. A sample generated from it would end in empty objects, which lack the required
// `id`. This example is used instead of a sample.
const item = { id: 'item-1', size: 2, parts: [{ id: 'item-2', parts: [] }] };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const pathId = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const failure = { description: 'Refused.', content: json(ref('Problem')) };

/** Number of operations on each resource. */
const OPERATIONS_PER_RESOURCE = 6;

/**
 * Creates a document with many operations. It has query parameters, arrays, required header fields, JSON bodies, paths
 * with two parameters, several tags, `allOf`, `oneOf`, recursive schemas, and responses for 201, 202, 204 and ranges.
 *
 * @param operations Number of operations on resources, a multiple of six.
 */
export function largeDocument(operations: number): object {
  const numbers = Array.from({ length: operations / OPERATIONS_PER_RESOURCE }, (_, index) => index + 1);
  return {
    openapi: '3.1.0',
    info: { title: 'Warehouse', version: '1.0', description: 'Many resources of one shape.' },
    servers: [{ url: 'https://warehouse.example.org/v1' }],
    tags: numbers.map((number) => ({ name: `Resource ${number}`, description: 'One resource.' })),
    security: [{ accessToken: [] }],
    paths: Object.assign({}, ...numbers.map(pathItems), plainPaths, hardPaths),
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...hardSchemas,
        Problem: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
        Item: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string' },
            size: { type: 'integer', minimum: 1 },
            parts: { type: 'array', items: ref('Item') },
          },
        },
        StoredItem: { allOf: [ref('Item'), { type: 'object', properties: { shelf: { type: 'string' } } }] },
        Content: {
          oneOf: [ref('Problem'), { type: 'object', required: ['weight'], properties: { weight: { type: 'number' } } }],
        },
      },
    },
  };
}

/** A response with a description, and with JSON of a schema. */
const done = (description: string, schema?: object, example?: object) => ({
  description,
  ...(schema && { content: json(schema, example) }),
});

/** An operation of the first resource. Its id is its summary in camel case. */
const operation = (summary: string, responses: object, more: object = {}) => ({
  operationId: summary.replace(/ (.)/, (_match, first: string) => first.toUpperCase()),
  summary,
  tags: ['Resource 1'],
  ...more,
  responses,
});
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const isUp = { type: 'object', properties: { up: { type: 'boolean' } } };
const text = { type: 'string' };
const form = { type: 'object', required: ['file'], properties: { file: { type: 'string', minLength: 20 } } };

/**
 * Operations without required parameters. Some have only a `default` response or responses without content; one has a
 * content type with a charset.
 */
const plainPaths = {
  '/status': {
    get: operation('status', { default: done('Up or down.', isUp) }),
    put: operation('restart', { 200: done('Up.', isUp), 204: done('Restarted.'), '4XX': failure }),
    delete: operation('stop', { '2XX': done('Stopped.'), '4XX': failure }),
    post: operation('start', { default: done('Started or not.') }),
  },
  '/search': {
    get: operation(
      'search',
      {
        200: {
          ...done('Found.'),
          content: { 'application/json; charset=utf-8': { schema: { type: 'array', items: text } } },
        },
        '4XX': failure,
      },
      { parameters: [query('words', text)] },
    ),
    post: operation(
      'refresh',
      { 204: done('Done.'), '4XX': failure },
      { requestBody: { content: json(ref('Problem')) } },
    ),
  },
};

/** Operations whose samples and mock responses are hard to generate. */
const hardPaths = {
  '/labels': {
    get: operation('watch labels', {
      200: { ...done('Events.'), content: { 'text/event-stream': { schema: ref('Label') } } },
      '4XX': failure,
    }),
    post: operation(
      'import labels',
      { 202: done('Soon.'), 400: failure },
      { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } },
    ),
  },
  '/labels/{code}': {
    parameters: [{ ...pathId('code'), schema: { type: 'string', pattern: '^lbl_[a-z0-9]{6}$', maxLength: 10 } }],
    get: operation(
      'read label',
      { 200: done('A label.', ref('Label')), 400: failure },
      {
        parameters: [
          query('size', { type: 'integer', minimum: 3, maximum: 4 }),
          query('color', { enum: ['red', 'green'] }),
          query('owner', { type: 'string', minLength: 1 }),
        ],
      },
    ),
    put: operation(
      'print label',
      { 200: done('Printed.'), 400: failure },
      { requestBody: { required: true, content: json(ref('Print')) } },
    ),
  },
  '/labels/{code}/impossible': {
    get: operation(
      'read impossible',
      {
        200: done('A schema that allows no value.', { type: 'object', required: ['a'], additionalProperties: false }),
        '4XX': failure,
      },
      { parameters: [pathId('code')] },
    ),
  },
};

/** Schemas that the operations in `hardPaths` use. */
const hardSchemas = {
  Label: {
    type: 'object',
    required: ['name', 'site', 'host', 'content', 'parent'],
    properties: {
      name: { type: 'string', pattern: '^\\p{Lu}\\p{Ll}{2,}$' },
      site: { type: 'string', format: 'url', minLength: 30 },
      host: {
        oneOf: [
          { type: 'string', format: 'ipv6' },
          { type: 'string', format: 'ipv4' },
        ],
      },
      content: { oneOf: [{ type: 'string' }, { type: 'string', minLength: 1 }, { type: 'integer', minimum: 2 }] },
      parent: { type: ['string', 'null'], format: 'uuid' },
      children: { type: 'array', items: ref('Label') },
      key: { type: 'string', writeOnly: true },
    },
  },
  Print: {
    type: 'object',
    required: ['id', 'printer', 'copies'],
    properties: {
      id: { type: 'string', readOnly: true },
      printer: { type: 'string', pattern: '^[\\w-\\.]{3}$' },
      copies: { type: 'integer', minimum: 1, maximum: 9 },
      paper: { type: ['string', 'null'], enum: ['a4', 'a5', null] },
      sides: { type: 'array', minItems: 1, maxItems: 2, uniqueItems: true, items: { enum: ['front', 'back'] } },
    },
    additionalProperties: false,
  },
};

/** The three path items of one resource, with six operations. */
function pathItems(number: number): object {
  const each = (name: string, responses: object, more: object = {}) => ({
    ...operation(`${name} resource ${number}`, responses, more),
    operationId: `${name}_${number}`,
    tags: [`Resource ${number}`, 'Resource 1'].slice(0, number === 1 ? 1 : 2),
  });
  const requestBody = { required: true, content: json(ref('Item'), item) };
  const header = { name: 'X-Request-Source', in: 'header', required: true, schema: { type: 'string', minLength: 3 } };
  const parameters = [
    { ...query('limit', { type: 'integer', minimum: 1 }), required: true },
    query('shelf', { type: 'array', items: text }),
    header,
  ];
  return {
    [`/resource-${number}`]: {
      get: each(
        'list',
        { 200: done('Some.', { type: 'array', items: ref('StoredItem') }, [item]), '4XX': failure },
        { parameters },
      ),
      post: each(
        'create',
        { 201: done('Made.', ref('StoredItem'), { ...item, shelf: 'a' }), 400: failure },
        { requestBody },
      ),
    },
    [`/resource-${number}/{id}`]: {
      parameters: [pathId('id')],
      get: each('read', { 200: done('One.', ref('Item'), item), 404: failure }),
      put: each('replace', { 202: done('Soon.'), default: failure }, { requestBody }),
      delete: each('remove', { 204: done('Gone.'), 404: failure, '5XX': failure }),
    },
    [`/resource-${number}/{id}/contents/{content_id}`]: {
      get: each(
        'look',
        { '2XX': done('What is in it.', ref('Content')), default: failure },
        { parameters: [pathId('id'), pathId('content_id')] },
      ),
    },
  };
}
