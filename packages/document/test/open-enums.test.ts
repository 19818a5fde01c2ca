import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { OpenApiDocument } from '../src/document.ts';
import { hasOpenEnums, withOpenEnums } from '../src/open-enums.ts';

const json = (schema: object) => ({ 'application/json': { schema } });

/** Returns a document with a POST whose request and response have these schemas. */
const documentWith = (request: object, response: object, schemas: Record<string, object> = {}): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      post: {
        operationId: 'create_thing',
        requestBody: { content: json(request) },
        responses: { 200: { description: 'The thing.', content: json(response) } },
      },
    },
  },
  components: { schemas },
});

/** Returns the schema of the response after the enums were opened. */
function opened(response: object, schemas: Record<string, object> = {}) {
  const { paths, components } = withOpenEnums(documentWith({}, response, schemas));
  return (
    components?.schemas?.['Opened'] ?? paths['/things']?.post?.responses?.[200]?.content?.['application/json']?.schema
  );
}

test.each<[what: string, schema: object, expected: object]>([
  ['strings', { type: 'string', enum: ['a', 'b'] }, { type: 'string', 'x-extensible-enum': ['a', 'b'] }],
  ['strings without a type', { enum: ['a', 'b'] }, { type: 'string', 'x-extensible-enum': ['a', 'b'] }],
  [
    'strings and null',
    { type: ['string', 'null'], enum: ['a', 'b', null] },
    { type: ['string', 'null'], 'x-extensible-enum': ['a', 'b'] },
  ],
  ['one string', { enum: ['a'] }, { type: 'string', 'x-extensible-enum': ['a'] }],
  [
    'strings next to null',
    { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
    { anyOf: [{ type: 'string', 'x-extensible-enum': ['a', 'b'] }, { type: 'null' }] },
  ],
  [
    'strings, if null is allowed only by the type',
    { type: ['string', 'null'], enum: ['a', 'b'] },
    { type: 'string', 'x-extensible-enum': ['a', 'b'] },
  ],
])('withOpenEnums() opens an enum of %s in a response', (_what, schema, expected) => {
  expect(opened(schema)).toEqual(expected);
});

test.each<[what: string, schema: object]>([
  [
    'the enums of alternatives, which distinguish the types of a union',
    { oneOf: [{ properties: { kind: { enum: ['a'] } } }, { properties: { kind: { enum: ['b'] } } }] },
  ],
  ['numbers', { type: 'integer', enum: [1, 2] }],
  ['data', { type: 'object', default: { type: 'string', enum: ['a', 'b'] } }],
])('withOpenEnums() keeps %s', (_what, schema) => {
  expect(opened(schema)).toEqual(schema);
});

test('withOpenEnums() keeps the enums of requests and the original document, and opens the enums of fields', () => {
  const closed = { type: 'object', properties: { enum: { type: 'string', enum: ['a', 'b'] } } };
  const document = documentWith(closed, { type: 'array', items: structuredClone(closed) });
  const before = structuredClone(document);
  const { requestBody, responses } = withOpenEnums(document).paths['/things']?.post ?? {};
  expect(document).toEqual(before);
  expect(requestBody?.content).toEqual(json(closed));
  const properties = { enum: { type: 'string', 'x-extensible-enum': ['a', 'b'] } };
  expect(responses?.[200]?.content).toEqual(json({ type: 'array', items: { type: 'object', properties } }));
});

test('withOpenEnums() opens the enums of components, also of those that refer to themselves', () => {
  const item = {
    type: 'object',
    properties: { next: { $ref: '#/components/schemas/Opened' }, kind: { enum: ['a', 'b'] } },
  };
  expect(opened({ $ref: '#/components/schemas/Opened' }, { Opened: item })).toMatchObject({
    properties: { kind: { 'x-extensible-enum': ['a', 'b'] } },
  });
});

test('withOpenEnums() keeps the enums of a component that is an alternative at one place', () => {
  const item = { type: 'object', properties: { kind: { enum: ['a', 'b'] } } };
  const reference = { $ref: '#/components/schemas/Opened' };
  const properties = { first: reference, second: { oneOf: [reference, { type: 'string' }] } };
  expect(opened({ type: 'object', properties }, { Opened: item })).toEqual(item);
});

test('withOpenEnums() opens the enum of a component that requests use too', () => {
  const [Status, reference] = [{ type: 'string', enum: ['a'] }, { $ref: '#/components/schemas/Status' }];
  const { components } = withOpenEnums(documentWith(reference, reference, { Status }));
  expect(components?.schemas?.['Status']).toEqual({ type: 'string', 'x-extensible-enum': ['a'] });
});

test('hasOpenEnums() reads the first line of the generated types', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'types-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await hasOpenEnums(folder)).toBe(false);
  await mkdir(join(folder, 'src/generated'), { recursive: true });
  const write = (text: string) => writeFile(join(folder, 'src/generated/management.ts'), text);
  await write('// Made by `npm run generate`.\n// --open-enums\n');
  expect(await hasOpenEnums(folder)).toBe(false);
  await write('// Made by `npm run generate -- --open-enums`.\n');
  expect(await hasOpenEnums(folder)).toBe(true);
});
