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

/**
 * Operations without required parameters. Some have only a `default` response or responses without content; one has a
 * content type with a charset.
 */
const plainPaths = {
  '/status': {
    get: {
      operationId: 'status',
      summary: 'status',
      tags: ['Resource 1'],
      responses: {
        default: {
          description: 'Up or down.',
          content: json({ type: 'object', properties: { up: { type: 'boolean' } } }),
        },
      },
    },
    put: {
      operationId: 'restart',
      summary: 'restart',
      tags: ['Resource 1'],
      responses: {
        200: { description: 'Up.', content: json({ type: 'object', properties: { up: { type: 'boolean' } } }) },
        204: { description: 'Restarted.' },
        '4XX': failure,
      },
    },
    delete: {
      operationId: 'stop',
      summary: 'stop',
      tags: ['Resource 1'],
      responses: { '2XX': { description: 'Stopped.' }, '4XX': failure },
    },
    post: {
      operationId: 'start',
      summary: 'start',
      tags: ['Resource 1'],
      responses: { default: { description: 'Started or not.' } },
    },
  },
  '/search': {
    get: {
      operationId: 'search',
      summary: 'search',
      tags: ['Resource 1'],
      parameters: [{ name: 'words', in: 'query', schema: { type: 'string' } }],
      responses: {
        200: {
          description: 'Found.',
          content: { 'application/json; charset=utf-8': { schema: { type: 'array', items: { type: 'string' } } } },
        },
        '4XX': failure,
      },
    },
    post: {
      operationId: 'refresh',
      summary: 'refresh',
      tags: ['Resource 1'],
      requestBody: { content: json(ref('Problem')) },
      responses: {
        204: { description: 'Done.' },
        '4XX': failure,
      },
    },
  },
};

/** Operations whose samples and mock responses are hard to generate. */
const hardPaths = {
  '/labels': {
    get: {
      operationId: 'watchLabels',
      summary: 'watch labels',
      tags: ['Resource 1'],
      responses: {
        200: { description: 'Events.', content: { 'text/event-stream': { schema: ref('Label') } } },
        '4XX': failure,
      },
    },
    post: {
      operationId: 'importLabels',
      summary: 'import labels',
      tags: ['Resource 1'],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', minLength: 20 } } },
          },
        },
      },
      responses: { 202: { description: 'Soon.' }, 400: failure },
    },
  },
  '/labels/{code}': {
    parameters: [
      {
        name: 'code',
        in: 'path',
        required: true,
        schema: { type: 'string', pattern: '^lbl_[a-z0-9]{6}$', maxLength: 10 },
      },
    ],
    get: {
      operationId: 'readLabel',
      summary: 'read label',
      tags: ['Resource 1'],
      parameters: [
        { name: 'size', in: 'query', schema: { type: 'integer', minimum: 3, maximum: 4 } },
        { name: 'color', in: 'query', schema: { enum: ['red', 'green'] } },
        { name: 'owner', in: 'query', schema: { type: 'string', minLength: 1 } },
      ],
      responses: { 200: { description: 'A label.', content: json(ref('Label')) }, 400: failure },
    },
    put: {
      operationId: 'printLabel',
      summary: 'print label',
      tags: ['Resource 1'],
      requestBody: { required: true, content: json(ref('Print')) },
      responses: { 200: { description: 'Printed.' }, 400: failure },
    },
  },
  '/labels/{code}/impossible': {
    get: {
      operationId: 'readImpossible',
      summary: 'read impossible',
      tags: ['Resource 1'],
      parameters: [pathId('code')],
      responses: {
        200: {
          description: 'A schema that allows no value.',
          content: json({ type: 'object', required: ['a'], additionalProperties: false }),
        },
        '4XX': failure,
      },
    },
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
  const operation = (name: string, responses: object, more: object = {}) => ({
    operationId: `${name}_${number}`,
    summary: `${name} resource ${number}`,
    tags: [`Resource ${number}`, 'Resource 1'].slice(0, number === 1 ? 1 : 2),
    ...more,
    responses,
  });
  const requestBody = { required: true, content: json(ref('Item'), item) };
  return {
    [`/resource-${number}`]: {
      get: operation(
        'list',
        {
          200: { description: 'Some.', content: json({ type: 'array', items: ref('StoredItem') }, [item]) },
          '4XX': failure,
        },
        {
          parameters: [
            { name: 'limit', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } },
            { name: 'shelf', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
            { name: 'X-Request-Source', in: 'header', required: true, schema: { type: 'string', minLength: 3 } },
          ],
        },
      ),
      post: operation(
        'create',
        { 201: { description: 'Made.', content: json(ref('StoredItem'), { ...item, shelf: 'a' }) }, 400: failure },
        { requestBody },
      ),
    },
    [`/resource-${number}/{id}`]: {
      parameters: [pathId('id')],
      get: operation('read', { 200: { description: 'One.', content: json(ref('Item'), item) }, 404: failure }),
      put: operation('replace', { 202: { description: 'Soon.' }, default: failure }, { requestBody }),
      delete: operation('remove', { 204: { description: 'Gone.' }, 404: failure, '5XX': failure }),
    },
    [`/resource-${number}/{id}/contents/{content_id}`]: {
      get: operation(
        'look',
        { '2XX': { description: 'What is in it.', content: json(ref('Content')) }, default: failure },
        { parameters: [pathId('id'), pathId('content_id')] },
      ),
    },
  };
}
