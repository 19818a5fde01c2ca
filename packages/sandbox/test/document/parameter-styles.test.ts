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

test('the fields of several objects in a query belong to the object that declares them', async () => {
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
  const built = await buildSynthetic({
    ...document,
    paths: { '/books': { get: { operationId: 'list', parameters, responses } } },
  });
  onTestFinished(() => built.remove());
  const sandbox = await built.start();
  const statusOf = async (query: string) => (await call(sandbox, 'GET', `/books?${query}`)).status;
  expect(await statusOf('title=asc&pages=desc')).toBe(200);
  expect(await statusOf('title=free')).toBe(400);
  expect(await statusOf('title=asc&more=free')).toBe(200);
  expect(await statusOf('page=any text&title=desc')).toBe(200);
});
