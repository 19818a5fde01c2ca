import { describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../src/model/openapi-document.ts';
import { type DerivedOperation, deriveOperations } from '../src/operations/derived-operations.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
const returns = (schema: object, status = '200') => ({
  responses: { [status]: { description: 'Done.', content: json(schema) } },
});
const nothing = (status = '204') => ({ responses: { [status]: { description: 'Done.' } } });
const accepts = (schema: object) => ({ requestBody: { content: json(schema) } });
const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const list = (items: object) => ({ type: 'array', items });

/** Derives the operations of a document with these paths. */
const derive = (paths: object, schemas: Record<string, object> = {}): DerivedOperation[] =>
  deriveOperations({ info: { title: 'Books', version: '1' }, paths, components: { schemas } } as OpenApiDocument);
const kindsOf = (paths: object) => derive(paths).map(({ id, kind, resource }) => [id, kind, resource]);

describe('deriveOperations() derives the kind and the resource', () => {
  test('of a collection and its items', () => {
    const book = object('id', 'title');
    const paths = {
      '/books': { get: returns(list(book)), post: { ...accepts(book), ...returns(book, '201') }, delete: nothing() },
      '/books/{id}': {
        get: returns(book),
        patch: returns(book),
        put: returns(book),
        delete: nothing(),
        post: nothing(),
      },
    };
    expect(kindsOf(paths)).toEqual([
      ['GET /books', 'list', 'books'],
      ['POST /books', 'create', 'books'],
      ['DELETE /books', 'deleteAll', 'books'],
      ['GET /books/{id}', 'read', 'books'],
      ['PUT /books/{id}', 'replace', 'books'],
      ['POST /books/{id}', 'sample', undefined],
      ['DELETE /books/{id}', 'delete', 'books'],
      ['PATCH /books/{id}', 'update', 'books'],
    ]);
  });

  test('of items below other items; the key of the resource does not contain the parameters of the path', () => {
    const [read, remove] = derive({
      '/shelves/{shelf_id}/books/{id}': { get: returns(object('id')) },
      '/users/{id}/logins/{provider}/{user_id}': { delete: nothing() },
    });
    expect(read).toMatchObject({ resource: 'shelves/books', outerNames: ['shelf_id'], idParameter: 'id' });
    expect(remove).toMatchObject({ resource: 'users/logins', outerNames: ['id', 'provider'], idParameter: 'user_id' });
  });

  test('of singletons', () => {
    const settings = object('color');
    const paths = {
      '/settings': { get: returns(settings), patch: returns(settings), post: returns(settings), delete: nothing() },
      '/shelves/{id}/label': { get: returns(settings), put: returns(settings) },
      '/secret': { put: nothing(), patch: nothing() },
    };
    expect(kindsOf(paths)).toEqual([
      ['GET /settings', 'readSingleton', 'settings'],
      ['POST /settings', 'createSingleton', 'settings'],
      ['DELETE /settings', 'deleteSingleton', 'settings'],
      ['PATCH /settings', 'updateSingleton', 'settings'],
      ['GET /shelves/{id}/label', 'readSingleton', 'shelves/label'],
      ['PUT /shelves/{id}/label', 'replaceSingleton', 'shelves/label'],
      ['PUT /secret', 'replaceSingleton', 'secret'],
      ['PATCH /secret', 'updateSingleton', 'secret'],
    ]);
  });

  test('of a list without item paths if the request bodies of POST and DELETE list items', () => {
    const body = accepts({ type: 'object', properties: { roles: list({ type: 'string' }) } });
    const change = { ...body, ...nothing() };
    const paths = { '/users/{id}/roles': { get: returns(list(object('id', 'name'))), post: change, delete: change } };
    expect(derive(paths)).toMatchObject([
      { kind: 'list', idField: 'id' },
      { kind: 'add', elementsProperty: 'roles', outerNames: ['id'] },
      { kind: 'remove', elementsProperty: 'roles', resource: 'users/roles' },
    ]);
  });

  test.each([
    ['a text instead of a list', { roles: { type: 'string' } }],
    ['a list with another name', { names: list({ type: 'string' }) }],
    ['two lists', { roles: list({ type: 'string' }), names: list({ type: 'string' }) }],
  ])('of a DELETE as sample if the request body has %s', (_what, properties) => {
    const body = accepts({ type: 'object', properties });
    const paths = {
      '/users/{id}/roles': { get: returns(list(object('id', 'name'))), delete: { ...body, ...nothing() } },
    };
    expect(derive(paths).map(({ kind }) => kind)).toEqual(['list', 'sample']);
  });

  test('of paths that differ only in a parameter name: the resource is the same', () => {
    const paths = { '/books/{id}': { get: returns(object('id')) }, '/books/{book}': { delete: nothing() } };
    expect(kindsOf(paths).map(([, , resource]) => resource)).toEqual(['books', 'books']);
  });

  test('of paths that differ in the position of a parameter: the resources are different', () => {
    const paths = {
      '/shelves/books/{id}': { get: returns(object('id')) },
      '/shelves/{shelf}/books/{id}': { get: returns(object('id')) },
    };
    expect(kindsOf(paths).map(([, , resource]) => resource)).toEqual(['shelves/books', 'shelves/{}/books']);
  });

  test.each<[string, object]>([
    ['an action', { '/books/{id}/publish': { post: returns(object('id')) } }],
    ['a path whose only method is a GET that returns an object', { '/status': { get: returns(object('up')) } }],
    ['a PUT on a path below an item if the path has no GET', { '/books/{id}/close': { put: nothing() } }],
    [
      'a list whose items have no field in common with the item that GET returns',
      { '/blocks': { get: returns(list(object('ip'))) }, '/blocks/{id}': { get: returns(object('reason')) } },
    ],
    [
      'a POST of a collection whose items have only actions',
      { '/a': { post: nothing() }, '/a/{id}': { post: nothing() } },
    ],
  ])('of %s: the kind is sample, and the resource is absent', (_what, paths) => {
    expect(derive(paths)[0]).toMatchObject({ kind: 'sample' });
    expect(derive(paths)[0]).not.toHaveProperty('resource');
  });
});

describe('deriveOperations() finds the field that contains the id', () => {
  test.each<[string, string, string[], string | undefined]>([
    ['by the name id', '/books/{id}', ['name', 'id'], 'id'],
    ['by the name of the parameter', '/books/{isbn}', ['id', 'isbn'], 'isbn'],
    ['by the name of the parameter, spelled in snake case', '/books/{bookId}', ['id', 'book_id'], 'book_id'],
    ['by the name id, if no field has the name of the parameter', '/books/{book_id}', ['id', 'name'], 'id'],
    ['by the singular of the collection name with the ending _id', '/users/{id}', ['tenant_id', 'user_id'], 'user_id'],
    ['by the ending _id, if only one field has this ending', '/tokens/{id}', ['grant_id', 'scope'], 'grant_id'],
    ['by the parameter without its last word', '/templates/{templateName}', ['template', 'body'], 'template'],
    ['and returns undefined if no field has a similar name', '/blocks/{id}', ['reason'], undefined],
  ])('%s', (_what, path, names, field) => {
    expect(derive({ [path]: { get: returns(object(...names)) } })[0]?.idField).toBe(field);
  });

  test.each([
    ['is composed of other schemas by reference', { allOf: [object('title'), { $ref: '#/components/schemas/Item' }] }],
    ['refers to itself', { oneOf: [{ $ref: '#/components/schemas/Book' }, object('id')] }],
  ])('in a schema that %s', (_what, Book) => {
    const schemas = { Book, Item: object('id') };
    const paths = { '/books/{id}': { get: returns({ $ref: '#/components/schemas/Book' }) } };
    expect(derive(paths, schemas)[0]?.idField).toBe('id');
  });
});

describe('deriveOperations() derives the form of a list:', () => {
  const book = object('id');
  const page = { total: { type: 'integer' }, start: { type: 'integer' } };
  const formsOf = (schema: object) =>
    derive({ '/books': { get: returns(schema) } })[0]?.lists?.map(({ property, fields }) => [property, fields]);

  test.each<[string, object, unknown]>([
    ['an array', list(book), [[undefined, []]]],
    ['an object with one array', { properties: { ...page, data: list(book) } }, [['data', ['total', 'start']]]],
    [
      'an object with several arrays, one of which is named like the collection',
      { properties: { tags: list({}), Books: list(book) } },
      [['Books', ['tags']]],
    ],
    [
      'a oneOf with an array and an object',
      { oneOf: [list(book), { properties: { books: list(book), next: {} } }] },
      [undefined, 'books'].map((name) => [name, name ? ['next'] : []]),
    ],
    ['none if the other fields do not describe a page', { properties: { tags: list({}), title: {} } }, undefined],
  ])('%s', (_what, schema, forms) => {
    expect(formsOf(schema)).toEqual(forms);
  });
});

describe('deriveOperations() finds the successful response', () => {
  const book = object('id');
  const successOf = (responses: object, method = 'get', path = '/books/{id}') =>
    derive({ [path]: { [method]: { responses }, ...(path === '/books' && { get: returns(list(book)) }) } }).find(
      (operation) => operation.method === method.toUpperCase(),
    )?.success;
  const described = (schema?: object) => ({ description: 'Done.', ...(schema && { content: json(schema) }) });

  const [shown, empty] = [described(book), described()];
  const ITEM = '/books/{id}';

  test.each<[string, string, string, object, number, string]>([
    ['the documented status', 'get', ITEM, { 400: empty, 203: shown }, 203, '203'],
    ['status 200, if several are documented', 'get', ITEM, { 202: empty, 200: shown }, 200, '200'],
    ['status 201 for a creation', 'post', '/books', { 200: shown, 201: shown }, 201, '201'],
    ['status 204 for a DELETE', 'delete', ITEM, { 200: shown, 204: empty }, 204, '204'],
    ['status 201 for a creation that is documented as 2XX', 'post', '/books', { '2XX': shown }, 201, '2XX'],
    ['status 200 for a GET that is documented as 2XX with content', 'get', ITEM, { '2XX': shown }, 200, '2XX'],
    ['status 204 for a DELETE that is documented as 2XX without content', 'delete', ITEM, { '2XX': empty }, 204, '2XX'],
    ['status 204 for a PUT whose only response is default', 'put', ITEM, { default: empty }, 204, 'default'],
    ['status 200 for a GET whose only response is default', 'get', ITEM, { default: empty }, 200, 'default'],
  ])('with %s', (_what, method, path, responses, status, key) => {
    expect(successOf(responses, method, path)).toMatchObject({ status, key });
  });

  test('with the JSON media type if the response has several media types', () => {
    const content = { 'text/csv': { schema: {} }, 'application/vnd.book+json': { schema: book } };
    const responses = { 200: { description: 'Done.', content } };
    expect(successOf(responses)).toMatchObject({ mediaType: 'application/vnd.book+json', media: { schema: book } });
  });

  test('with the first media type if no media type is JSON', () => {
    const responses = { 200: { description: 'Done.', content: { 'text/csv': {}, 'text/plain': {} } } };
    expect(successOf(responses)).toMatchObject({ mediaType: 'text/csv', media: {} });
  });
});
