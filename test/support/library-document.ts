// A synthetic document with every kind of operation that the sandbox can simulate, and some that it cannot simulate.
import type { OpenApiDocument } from 'tools-document';

const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});
const done = (status: string | number, schema?: object, example?: unknown) => ({
  [status]: { description: 'Done.', ...(schema && { content: json(schema, example) }) },
});
const param = (place: string, name: string, schema: object, more: object = {}) => ({
  name,
  in: place,
  schema,
  ...(place === 'path' && { required: true }),
  ...more,
});
const text = { type: 'string' };

const bookFields = {
  title: { type: 'string', minLength: 2 },
  genre: { type: 'string', default: 'novel' },
  tags: { type: 'array', items: text },
};
const book = {
  type: 'object',
  required: ['id', 'title', 'status'],
  additionalProperties: false,
  properties: {
    ...bookFields,
    id: { type: 'string', readOnly: true },
    status: { type: 'string', readOnly: true, enum: ['new', 'lent'] },
    created_at: { type: 'string', format: 'date-time', readOnly: true },
    updatedAt: { type: 'string', format: 'date-time' },
  },
};
const newBook = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: { ...bookFields, secret: { type: 'string', writeOnly: true }, id: { type: 'string', readOnly: true } },
};
export const EXAMPLE_BOOK = {
  id: 'bok_9XqRw7vKc2mJ4sLh',
  title: 'Middlemarch',
  genre: 'novel',
  tags: ['long'],
  status: 'new',
  created_at: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
};
const role = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
const roles = { type: 'object', required: ['roles'], properties: { roles: { type: 'array', items: text } } };
const grant = { type: 'object', required: ['action', 'kind'], properties: { action: text, kind: text } };
const grants = { type: 'object', required: ['grants'], properties: { grants: { type: 'array', items: grant } } };
const note = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, text, book_id: text } };
const settings = { type: 'object', properties: { color: { type: 'string', enum: ['red', 'blue'] }, name: text } };
const section = { type: 'object', required: ['name'], properties: { name: text, title: text } };
const hours = { type: 'object', required: ['from'], properties: { from: { type: 'integer' } } };
const body = (schema: object) => ({ requestBody: { required: true, content: json(schema) } });
const page = { start: { type: 'integer' }, limit: { type: 'integer' }, total: { type: 'integer' } };

/** Creates the document. Its operations need no token unless `more` contains `security`. */
export const libraryDocument = (more: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  servers: [{ url: 'https://{host}/v1/', variables: { host: { default: 'library.example.org' } } }],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          param('query', 'page', { type: 'integer', minimum: 0 }),
          param('query', 'per_page', { type: 'integer', minimum: 1, maximum: 100 }),
          param('query', 'include_totals', { type: 'boolean' }),
          param('query', 'from', text),
          param('query', 'take', { type: 'integer', minimum: 1 }),
          param('query', 'genre', text),
          param('query', 'tags', { type: 'array', items: text }),
        ],
        responses: {
          ...done(401),
          ...done(200, {
            oneOf: [
              { type: 'array', items: book },
              {
                type: 'object',
                required: ['books', 'total'],
                properties: { ...page, books: { type: 'array', items: book } },
              },
              {
                type: 'object',
                required: ['books', 'next'],
                properties: { next: { type: ['string', 'null'] }, books: { type: 'array', items: book } },
              },
            ],
          }),
        },
      },
      post: {
        operationId: 'createBook',
        parameters: [param('header', 'X-Reason', { type: 'string', minLength: 3 })],
        requestBody: {
          required: true,
          content: { ...json(newBook), 'application/x-www-form-urlencoded': { schema: newBook } },
        },
        responses: { ...done(201, book), ...done(400), ...done(409), ...done(415) },
      },
      delete: { operationId: 'deleteBooks', parameters: [param('query', 'genre', text)], responses: done(204) },
    },
    '/books/{book_id}': {
      parameters: [param('path', 'book_id', { type: 'string', pattern: '^bok_' })],
      get: {
        operationId: 'readBook',
        responses: { ...done(200, book, EXAMPLE_BOOK), ...done(401), ...done(403), ...done(404), ...done(429) },
      },
      patch: {
        operationId: 'updateBook',
        requestBody: { content: json({ ...newBook, required: [] }) },
        responses: { ...done(200, book), ...done(404) },
      },
      put: { operationId: 'replaceBook', ...body(newBook), responses: done(200, book) },
      delete: { operationId: 'deleteBook', responses: { ...done('2XX'), ...done('default') } },
    },
    '/books/latest': { get: { operationId: 'readLatest', responses: done(200, { type: 'object' }, { title: 'New' }) } },
    '/books/{book_id}/notes': {
      parameters: [param('path', 'book_id', text)],
      get: { operationId: 'listNotes', responses: done(200, { type: 'array', items: note }) },
      post: {
        operationId: 'createNote',
        ...body({ type: 'object', properties: { text } }),
        responses: done('2XX', note),
      },
    },
    '/books/{book_id}/notes/{id}': {
      parameters: [param('path', 'book_id', text), param('path', 'id', { type: 'integer' })],
      get: { operationId: 'readNote', responses: done(200, note) },
    },
    '/books/{book_id}/publish': {
      post: {
        operationId: 'publishBook',
        parameters: [param('path', 'book_id', text)],
        responses: done(202, { type: 'object', properties: { state: text } }, { state: 'queued' }),
      },
    },
    '/users/{id}/roles': {
      parameters: [param('path', 'id', text)],
      get: { operationId: 'listRoles', responses: done(200, { type: 'array', items: role }) },
      post: { operationId: 'addRoles', ...body(roles), responses: done(204) },
      delete: { operationId: 'removeRoles', ...body(roles), responses: done(204) },
    },
    '/users/{id}/grants': {
      parameters: [param('path', 'id', text)],
      get: { operationId: 'listGrants', responses: done(200, { type: 'array', items: grant }) },
      post: { operationId: 'addGrants', ...body(grants), responses: done(204) },
      delete: { operationId: 'removeGrants', ...body(grants), responses: done(204) },
    },
    '/settings': {
      get: { operationId: 'readSettings', responses: done(200, settings, { color: 'red', name: 'Main' }) },
      patch: { operationId: 'updateSettings', ...body(settings), responses: done(200, settings) },
      put: { operationId: 'replaceSettings', ...body(settings), responses: done(200, settings) },
      delete: { operationId: 'deleteSettings', responses: done(204) },
    },
    '/shelves/{name}': {
      parameters: [param('path', 'name', text)],
      get: { operationId: 'readShelf', responses: done(200, { type: 'object', properties: { name: text, size: {} } }) },
      put: {
        operationId: 'putShelf',
        ...body({ type: 'object', properties: { size: { type: 'integer' } } }),
        responses: done(200, { type: 'object', properties: { name: text, size: {} } }),
      },
    },
    // The schema of the path parameter allows only one id.
    '/sections/{name}': {
      parameters: [param('path', 'name', { enum: ['a'] })],
      get: { operationId: 'readSection', responses: { ...done(200, section), ...done(404) } },
      put: { operationId: 'replaceSection', ...body(section), responses: done(200, section) },
    },
    '/opening-hours': {
      get: { operationId: 'readHours', responses: done(200, hours) },
      patch: { operationId: 'updateHours', ...body(hours), responses: { ...done(200, hours), ...done('4XX') } },
    },
    '/close': {
      post: { operationId: 'closeLibrary', responses: { ...done(202), ...done(200), ...done(503) }, security: [] },
    },
    '/archive/{id}': {
      parameters: [param('path', 'id', text)],
      // `size` has fewer characters in the response than the sample of the request, so this operation cannot be simulated.
      patch: {
        operationId: 'updateArchive',
        ...body({ type: 'object', required: ['size'], properties: { size: text } }),
        responses: done(
          200,
          { type: 'object', properties: { id: text, size: { ...text, maxLength: 4 } } },
          { id: 'a', size: 'huge' },
        ),
      },
    },
    '/events': {
      get: {
        operationId: 'readEvents',
        responses: { 200: { description: 'Events.', content: { 'text/event-stream': { schema: text } } } },
      },
    },
  },
  ...more,
});

/** The document with a client credentials flow. Each operation needs a token, except `closeLibrary`. */
export const library = libraryDocument({
  security: [{ token: ['use:library'] }],
  components: {
    securitySchemes: { token: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } } } },
  },
  // The objects above have the shape of a document, but their types are wider.
}) as OpenApiDocument;
