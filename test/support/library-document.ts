import type { OpenApiDocument, Operation, Parameter } from 'tenant-management-document';

const text = { type: 'string' };
const inPath = (name: string, schema: object = text): Parameter => ({ name, in: 'path', required: true, schema });
const json = (schema: object) => ({ 'application/json': { schema } });
const BOOK = { type: 'object', required: ['id'], properties: { id: text, title: text } };
const BODY = { content: json({ type: 'object', required: ['title'], properties: { title: text } }) };

/** Describes an operation with its responses by status. The successful response has `content`. */
function operation(
  operationId: string,
  statuses: readonly string[],
  content?: object,
  more: Partial<Operation> = {},
): Operation {
  const responses = statuses.map((status, index) => [
    status,
    { description: status, ...(index === 0 && content !== undefined && { content: json(content) }) },
  ]);
  return { operationId, responses: Object.fromEntries(responses), ...more };
}

/** A document of a library: books with all operations, shelves without POST, one singleton, and one action. */
export const library: OpenApiDocument = {
  info: { title: 'Library', version: '1' },
  security: [{ token: ['use:library'] }],
  paths: {
    '/books': {
      get: operation('list_books', ['200', '401'], { type: 'array', items: BOOK }),
      post: operation('create_book', ['201', '400', '409'], BOOK, { requestBody: BODY }),
    },
    '/books/{book_id}': {
      parameters: [inPath('book_id')],
      get: operation('read_book', ['200', '401', '403', '404', '429'], BOOK),
      patch: operation('update_book', ['200', '404'], BOOK, { requestBody: BODY }),
      delete: operation('delete_book', ['204', 'default']),
    },
    '/shelves/{name}': {
      parameters: [inPath('name', { enum: ['a'] })],
      get: operation('read_shelf', ['200', '404'], BOOK),
      put: operation('replace_shelf', ['200'], BOOK, { requestBody: BODY }),
    },
    '/opening-hours': {
      get: operation('read_hours', ['200'], { type: 'object', properties: { from: { type: 'integer' } } }),
      patch: operation('update_hours', ['200', '4XX'], undefined, {
        requestBody: {
          content: json({ type: 'object', required: ['from'], properties: { from: { type: 'integer' } } }),
        },
      }),
    },
    '/close': { post: operation('close_library', ['202', '200', '503'], undefined, { security: [] }) },
  },
  components: {
    securitySchemes: { token: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } } } },
  },
};
