// Tests that the sandbox reads parameters in each style of OpenAPI 3.1, 4.8.12.3, as the client writes them.
import { callUrl, headerTexts } from 'tenant-management-contract/calls';
import { listOperations, type OpenApiDocument, type Parameter } from 'tenant-management-document';
import { expect, onTestFinished, test } from 'vitest';
import { buildSynthetic, call } from '../../../../test/support/synthetic-sandbox.ts';

const LIST = { type: 'array', items: { type: 'integer' }, minItems: 2 };
const OBJECT = {
  type: 'object',
  required: ['x', 'y'],
  properties: { x: { type: 'integer' }, y: { type: 'boolean' } },
  additionalProperties: false,
};
const VALUES = { array: [1, 2], object: { x: 1, y: true }, integer: 7 };

type Style = readonly [place: Parameter['in'], style: string, explode: boolean, schema: { readonly type: string }];

const STYLES: readonly Style[] = [
  ...['simple', 'label', 'matrix'].flatMap((style) =>
    [true, false].flatMap((explode) =>
      [LIST, OBJECT, { type: 'integer' }].map((schema): Style => ['path', style, explode, schema]),
    ),
  ),
  ...[true, false].flatMap((explode) =>
    [LIST, OBJECT].flatMap((schema): Style[] => [
      ['query', 'form', explode, schema],
      ['header', 'simple', explode, schema],
    ]),
  ),
  ['query', 'spaceDelimited', false, LIST],
  ['query', 'spaceDelimited', true, LIST],
  ['query', 'spaceDelimited', false, OBJECT],
  ['query', 'pipeDelimited', false, LIST],
  ['query', 'pipeDelimited', false, OBJECT],
  ['query', 'deepObject', true, OBJECT],
];

const names = STYLES.map(([place, style, explode, { type }]) => `${place}, ${style}, explode ${explode}, ${type}`);
const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Styles', version: '1' },
  paths: Object.fromEntries(
    STYLES.map(([place, style, explode, schema], index) => [
      place === 'path' ? `/style-${index}/{p}/details` : `/style-${index}`,
      {
        get: {
          operationId: `style${index}`,
          parameters: [{ name: 'p', in: place, required: true, style, explode, schema } as Parameter],
          responses: { 200: { description: '' }, 400: { description: '' } },
        },
      },
    ]),
  ),
};

test('the sandbox accepts a value in each style, and rejects a value of another type', async () => {
  const built = await buildSynthetic(document);
  onTestFinished(() => built.remove());
  const sandbox = await built.start();
  const statuses = await Promise.all(
    listOperations(document).map(async (entry, index) => {
      const [place = 'query', , , { type } = LIST] = STYLES[index] ?? [];
      const statusOf = async (value: unknown) => {
        const params = { [place]: { p: value } };
        const headers = headerTexts(document, entry, place === 'header' ? { p: value } : {});
        return (await call(sandbox, 'GET', callUrl(document, entry, params), { headers })).status;
      };
      const invalid = type === 'array' ? ['a', 'b'] : type === 'object' ? { x: 'a', y: true } : 'a';
      return [names[index], await statusOf(VALUES[type as keyof typeof VALUES]), await statusOf(invalid)];
    }),
  );
  expect(statuses).toEqual(names.map((name) => [name, 200, 400]));
});

/** Builds and starts the sandbox of a document. Returns a function that calls it. */
async function start(paths: object) {
  const built = await buildSynthetic({ ...document, paths });
  onTestFinished(() => built.remove());
  const sandbox = await built.start();
  return (method: string, url: string, headers: Record<string, string> = {}, body?: unknown) =>
    fetch(sandbox.baseUrl + url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

async function startWith(path: string, parameters: readonly object[]) {
  const responses = { 200: { description: '' }, 400: { description: '' } };
  const send = await start({ [path]: { get: { operationId: 'one', parameters, responses } } });
  return async (url: string, headers?: Record<string, string>) => (await send('GET', url, headers)).status;
}

const TEXT = { type: 'string' };
const [TWO_WORDS, EQUATION] = [
  { const: 'a.b', ...TEXT },
  { const: 'a=b', ...TEXT },
];

test.each([
  [
    'a text with the separator of its style',
    '/x/{p}/d',
    { in: 'path', style: 'label', explode: true, schema: TWO_WORDS },
    '/x/.a.b/d',
    200,
  ],
  [
    'a path parameter without the dot of a label',
    '/x/{p}/d',
    { in: 'path', style: 'label', schema: TEXT },
    '/x/a/d',
    400,
  ],
  [
    'a path parameter without the name of a matrix',
    '/x/{p}/d',
    { in: 'path', style: 'matrix', schema: TEXT },
    '/x/;q=a/d',
    400,
  ],
  [
    'a field with =',
    '/x/{p}/d',
    { in: 'path', explode: true, schema: { type: 'object', properties: { x: EQUATION } } },
    '/x/x=a%3Db/d',
    200,
  ],
  [
    'a field of an object that is also declared as a text',
    '/x',
    {
      in: 'query',
      style: 'deepObject',
      explode: true,
      schema: {
        oneOf: [
          { type: 'object', properties: { x: { type: 'integer' } } },
          { type: 'object', properties: { x: { const: 'a', ...TEXT } } },
        ],
      },
    },
    '/x?p[x]=1',
    200,
  ],
  [
    'a text instead of an object',
    '/x',
    { in: 'query', style: 'deepObject', explode: true, schema: { oneOf: [TEXT, { type: 'object' }] } },
    '/x?p=abc',
    200,
  ],
  [
    'a field with the name of the parameter',
    '/x',
    { in: 'query', schema: { type: ['object', 'string'], required: ['p', 'y'], properties: { p: TEXT, y: TEXT } } },
    '/x?p=a&y=1',
    200,
  ],
])(
  'the sandbox reads or rejects a parameter according to its style: %s',
  async (_what, path, parameter, url, status) => {
    const statusOf = await startWith(path, [{ name: 'p', required: true, ...parameter }]);
    expect(await statusOf(url)).toBe(status);
  },
);

test('the sandbox writes the path of a new item in the style of the path', async () => {
  const schema = { type: 'object', properties: { id: TEXT } };
  const content = { 'application/json': { schema } };
  const p = { name: 'p', in: 'path', required: true, style: 'matrix', schema: { type: 'integer' } };
  const created = { description: '', headers: { Location: { schema: TEXT } }, content };
  const send = await start({
    '/a/{p}/items': {
      parameters: [p],
      post: { operationId: 'add', requestBody: { content }, responses: { 201: created } },
    },
    '/a/{p}/items/{id}': {
      parameters: [p, { name: 'id', in: 'path', required: true, schema: TEXT }],
      get: { operationId: 'read', responses: { 200: { description: '', content } } },
    },
  });
  const response = await send('POST', '/a/;p=5/items', { 'Content-Type': 'application/json' }, {});
  const location = response.headers.get('Location') ?? '';
  expect(location).toMatch(/^\/a\/%3Bp%3D5\/items\/./);
  expect((await send('GET', location)).status).toBe(200);
});

test('the sandbox accepts fields with the names of inherited properties, such as constructor', async () => {
  const open = { type: 'object', additionalProperties: TEXT };
  const statusOf = await startWith('/x', [
    { name: 'deep', in: 'query', style: 'deepObject', explode: true, schema: open },
    { name: 'spread', in: 'query', schema: open },
    { name: 'X-R', in: 'header', schema: open },
  ]);
  expect(await statusOf('/x?deep[constructor]=1&deep[__proto__]=2&toString=3', { 'X-R': 'valueOf,1' })).toBe(200);
});

test('the sandbox assigns each field in a query to the object parameter that declares the field', async () => {
  const objectOf = (field: string, type: string[] = ['object']) => ({
    type,
    properties: { [field]: { enum: ['asc', 'desc'] } },
    additionalProperties: { type: 'string', pattern: '^free$' },
  });
  const parameters: Parameter[] = [
    { name: 'sort', in: 'query', schema: objectOf('title') },
    { name: 'page', in: 'query', schema: objectOf('pages', ['object', 'null', 'string']) },
  ];
  const responses = { 200: { description: '' }, 400: { description: '' } };
  const send = await start({ '/books': { get: { operationId: 'list', parameters, responses } } });
  const statusOf = async (query: string) => (await send('GET', `/books?${query}`)).status;
  expect(await statusOf('title=asc&pages=desc')).toBe(200);
  expect(await statusOf('title=free')).toBe(400);
  expect(await statusOf('title=asc&more=free')).toBe(200);
  expect(await statusOf('page=any text&title=desc')).toBe(200);
});
