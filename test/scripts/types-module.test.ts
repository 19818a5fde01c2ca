// Compiles the types that are generated from other documents.
import { join } from 'node:path';
import { readDocument } from 'tenant-management-document';
import { expect, test } from 'vitest';
import { checkTypes } from '../../scripts/generate/check-types.ts';
import { typesModule } from '../../scripts/generate/types-module.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Returns the types of a document with these paths and schemas. */
async function typesOf(paths: object, schemas: object = {}, components: object = {}): Promise<string> {
  const info = { title: 'Books', version: '1' };
  const text = JSON.stringify({ openapi: '3.1.0', info, paths, components: { schemas, ...components } });
  return typesModule(await readDocument(join(temporaryFolder({ 'openapi.json': text }), 'openapi.json')));
}

test('typesModule() names the targets of references into lists such as allOf, so that the types compile', async () => {
  const named = { type: 'object', properties: { name: { type: 'string' } } };
  const types = await typesOf(
    {},
    {
      Book: { allOf: [{ type: 'object' }, named] },
      Author: { type: 'object', properties: { book: { $ref: '#/components/schemas/Book/allOf/1' } } },
    },
  );
  expect(types).toContain('book?: components["schemas"]["Book_allOf_1"];');
  await expect(checkTypes(types, 'openapi.json')).resolves.toBeUndefined();
});

test('typesModule() names the target of a reference into an optional request body, so that the types compile', async () => {
  const circular = { type: 'object', properties: { next: { type: 'array', items: { $ref: '' } } } };
  const schema = { type: 'object', properties: { circular } };
  circular.properties.next.items.$ref =
    '#/paths/~1a%7Bid%7D/post/requestBody/content/application~1json/schema/properties/circular';
  const post = {
    operationId: 'a',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 204: { description: 'Done.' } },
  };
  const types = await typesOf({ '/a{id}': { post } });
  await expect(checkTypes(types, 'openapi.json')).resolves.toBeUndefined();
  expect(types).toMatch(/a_id__post_requestBody_content_application_json_schema_properties_circular: \{/);
});

test('typesModule() reads a discriminator whose mapping contains the name of a schema', async () => {
  const properties = { kind: { type: 'string' } };
  const discriminator = { propertyName: 'kind', mapping: { 'a book': 'Book' } };
  const Item = { oneOf: [{ $ref: '#/components/schemas/Book' }], discriminator };
  const types = await typesOf({}, { Book: { type: 'object', required: ['kind'], properties }, Item });
  expect(types).toContain('kind: "a book";');
});

test('typesModule() keeps the values of a field if a discriminator without a mapping selects with this field', async () => {
  const schemaOf = (kind: object) => ({ type: 'object', required: ['kind'], properties: { kind } });
  const Book = schemaOf({ type: 'string', enum: ['paper', 'audio'] });
  const Item = {
    oneOf: [{ $ref: '#/components/schemas/Book' }, { $ref: '#/components/schemas/Film' }],
    discriminator: { propertyName: 'kind' },
  };
  const types = await typesOf({}, { Book, Film: schemaOf({ type: 'string' }), Item });
  expect(types).toContain('kind: "paper" | "audio";');
  expect(types).toContain('kind: "Film";');
});

const Pet = { type: 'object', required: ['kind'], discriminator: { propertyName: 'kind' } };
const text = { type: 'string' };
const petOf = (kind: object) => ({ allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { kind } }] });

test.each([
  ['their values, if each subtype allows one value', text, [{ const: 'cat' }, { enum: ['dog'] }]],
  ['the value that the schema and the subtype allow', { enum: ['cat', 'dog'] }, [{ const: 'cat' }, { enum: ['dog'] }]],
  ['all values, if a subtype allows several', text, [{ enum: ['cat', 'tiger'] }, { const: 'dog' }]],
  ['all values of the schema, if the subtypes do not restrict them', { enum: ['cat', 'tiger', 'dog'] }, [text, text]],
])(
  'typesModule() allows, in the subtypes of a schema with a discriminator without a mapping, %s',
  async (_title, kind, [cat = {}, dog = {}]) => {
    const schemas = { Pet: { ...Pet, properties: { kind } }, Cat: petOf(cat), Dog: petOf(dog) };
    const program = `${await typesOf({}, schemas)}
    export const cat: components['schemas']['Cat'] = { kind: 'cat' };
    export const dog: components['schemas']['Dog'] = { kind: 'dog' };
    ${JSON.stringify([kind, cat]).includes('tiger') ? "export const tiger: components['schemas']['Cat'] = { kind: 'tiger' };" : ''}
    ${JSON.stringify(cat).includes('cat') ? '// @ts-expect-error: only the other subtype allows this value.' : ''}
    export const other: components['schemas']['Cat'] = { kind: 'dog' };
    // @ts-expect-error: no schema allows this value.
    export const bird: components['schemas']['Cat'] = { kind: 'bird' };`;
    await expect(checkTypes(program, 'openapi.json')).resolves.toBeUndefined();
  },
);

test('typesModule() keeps the values of a mapping if it selects one subtype with two values', async () => {
  const mapping = {
    cat: '#/components/schemas/Cat',
    kitten: '#/components/schemas/Cat',
    dog: '#/components/schemas/Dog',
  };
  const discriminator = { propertyName: 'kind', mapping };
  const types = await typesOf(
    {},
    { Pet: { ...Pet, discriminator, properties: { kind: text } }, Cat: petOf(text), Dog: petOf(text) },
  );
  expect(types).toContain('kind: "dog";');
});

test('typesModule() reads a request body that only refers to another request body', async () => {
  const content = { 'application/json': { schema: { type: 'array', items: { type: 'number' } } } };
  const requestBodies = { Alias: { $ref: '#/components/requestBodies/Body' }, Body: { content } };
  const post = { operationId: 'a', requestBody: { $ref: '#/components/requestBodies/Alias' }, responses: {} };
  const types = await typesOf({ '/a': { post } }, {}, { requestBodies });
  expect(types.match(/"application\/json": number\[\];/g)).toHaveLength(2);
});

test('typesModule() allows the subtypes of a schema that has a discriminator, so that callers can pass their fields', async () => {
  const subtypeOf = (parent: string, name: string) => ({
    allOf: [{ $ref: `#/components/schemas/${parent}` }, { type: 'object', properties: { [name]: { type: 'string' } } }],
  });
  const schemas = {
    Media: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind', mapping: { book: '#/components/schemas/Book' } },
    },
    Book: subtypeOf('Media', 'isbn'),
    Atlas: subtypeOf('Book', 'scale'),
    Shelf: { type: 'object', properties: { item: { $ref: '#/components/schemas/Media', description: 'An item.' } } },
  };
  const types = await typesOf({}, schemas);
  const program = `${types}
    export const book: components['schemas']['Shelf'] = { item: { kind: 'book', isbn: '1' } };
    export const other: components['schemas']['Shelf'] = { item: { kind: 'other' } };
    // @ts-expect-error: no subtype has this field.
    export const unknown: components['schemas']['Shelf'] = { item: { kind: 'book', size: '1' } };`;
  await expect(checkTypes(program, 'openapi.json')).resolves.toBeUndefined();
  expect(types).toContain('components["schemas"]["Atlas"]');
});

test('typesModule() omits a header parameter that OpenAPI ignores, such as Authorization', async () => {
  const parameterOf = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } });
  const item = {
    parameters: [parameterOf('Accept')],
    get: {
      operationId: 'a',
      parameters: [parameterOf('Authorization'), parameterOf('X-Trace')],
      responses: { 204: { description: 'Done.' } },
    },
  };
  const types = await typesOf({ '/a': item });
  expect(types).toContain('"X-Trace": string;');
  expect(types).not.toMatch(/Accept|Authorization/);
});

test('typesModule() replaces a reference in the place of a map, such as content', async () => {
  const content = { 'application/json': { schema: { type: 'array', items: { type: 'number' } } } };
  const types = await typesOf({
    '/a': { get: { operationId: 'a', responses: { 200: { description: 'Done.', content } } } },
    '/b': {
      get: {
        operationId: 'b',
        responses: { 200: { description: 'Done.', content: { $ref: '#/paths/~1a/get/responses/200/content' } } },
      },
    },
  });
  expect(types.match(/"application\/json": number\[\];/g)).toHaveLength(2);
});

test('checkTypes() throws an error with the declaration if the types do not compile', async () => {
  await expect(checkTypes('export type Book = Missing;\n', 'openapi.json')).rejects.toThrow(
    /^Nothing was generated: the types of openapi\.json do not compile:\n {2}export type Book = Missing;: TS2304: .+'Missing'/,
  );
});
