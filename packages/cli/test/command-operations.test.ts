// Tests the commands that `npm run generate` derives from a document.

import type { OpenApiDocument } from 'tools-document/model';
import { describe, expect, test } from 'vitest';
import { libraryDocument } from '../../../test/support/library-document.ts';
import { commandOperations } from '../derive/command-operations.ts';
import { runCli } from './run-cli.ts';

/** Creates a document whose paths have operations with the given methods. */
function documentOf(paths: Readonly<Record<string, readonly string[]>>): OpenApiDocument {
  const item = (path: string, methods: readonly string[]) => ({
    parameters: [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => ({ name, in: 'path' as const, required: true })),
    ...Object.fromEntries(methods.map((method) => [method, { operationId: `${method} ${path}`, responses: {} }])),
  });
  return {
    info: { title: 'Library', version: '1' },
    paths: Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, item(path, methods)])),
  };
}

const wordsIn = (document: OpenApiDocument) =>
  Object.fromEntries(commandOperations(document).map(({ id, words }) => [id, words.join(' ')]));

describe('commandOperations()', () => {
  const library = libraryDocument() as OpenApiDocument;

  test('names a command after the literal segments of the path, followed by the kind of the operation or, if it cannot be derived, by the HTTP method', () => {
    expect(wordsIn(library)).toMatchObject({
      listBooks: 'books list',
      createBook: 'books create',
      deleteBooks: 'books delete-all',
      readBook: 'books read',
      updateBook: 'books update',
      replaceBook: 'books replace',
      deleteBook: 'books delete',
      readNote: 'books notes read',
      addRoles: 'users roles add',
      removeRoles: 'users roles remove',
      readSettings: 'settings read',
      deleteSettings: 'settings delete',
      publishBook: 'books publish post',
      readLatest: 'books latest get',
    });
  });

  test('uses the operation ids as commands if two operations would have the same words', () => {
    expect(wordsIn(documentOf({ '/a/{x}/b/{y}': ['get'], '/a/b/{y}': ['get', 'delete'] }))).toEqual({
      'get /a/{x}/b/{y}': 'get /a/{x}/b/{y}',
      'get /a/b/{y}': 'get /a/b/{y}',
      'delete /a/b/{y}': 'a b delete',
    });
  });

  test('uses the operation ids as commands if one command starts with all words of another, because an id could equal the next word', () => {
    expect(
      wordsIn(documentOf({ '/jobs/{id}': ['delete'], '/jobs/delete/{id}': ['get'], '/jobsearch/{id}': ['get'] })),
    ).toEqual({
      'delete /jobs/{id}': 'delete /jobs/{id}',
      'get /jobs/delete/{id}': 'get /jobs/delete/{id}',
      'get /jobsearch/{id}': 'jobsearch read',
    });
  });

  test('uses the operation id as the command if the words would start with all words of the built-in command', () => {
    expect(
      wordsIn(
        documentOf({
          '/auth/status/{id}': ['get'],
          '/auth/{id}/status': ['post'],
          '/auth': ['get'],
        }),
      ),
    ).toEqual({
      'get /auth/status/{id}': 'get /auth/status/{id}',
      'post /auth/{id}/status': 'post /auth/{id}/status',
      'get /auth': 'auth get',
    });
  });

  test('adds a suffix to an operation id that is used as the command and equals the first word of the built-in command', () => {
    const document = documentOf({ '/auth/status/{id}': ['get'] });
    Object.assign(document.paths['/auth/status/{id}']?.get ?? {}, { operationId: 'auth' });
    expect(wordsIn(document)).toEqual({ auth: 'auth-operation' });
  });

  const header = { in: 'header', name: 'X-Tenant', schema: { type: 'string' } };
  const UNSENDABLE = ', which this command cannot send. A program can, with tenant-management-client';
  const text = { content: { 'text/plain': { schema: { type: 'string' } } } };

  test.each([
    ['trace', {}, 'this program does not support TRACE operations'],
    ['put', { parameters: [{ ...header, required: true }] }, `the API requires the header field X-Tenant${UNSENDABLE}`],
    [
      'put',
      { requestBody: { ...text, required: true } },
      `the API requires a body of the type text/plain${UNSENDABLE}`,
    ],
  ])('gives no words to an operation without a command, and says why: %s %o, %s', async (method, parts, obstacle) => {
    const id = `${method} /jobs`;
    const document = documentOf({ '/jobs': ['get', method] });
    Object.assign(Object(document.paths['/jobs'])[method], parts);
    const commands = commandOperations(document);
    expect(commands.find((one) => one.id === id)).toMatchObject({ obstacle, words: [], body: null });
    const text = `${id} (${method.toUpperCase()} /jobs) has no command: ${obstacle}\n`;
    expect((await runCli(['--help'], { commands })).stdout).toContain(`\nOperations without a command:\n  ${text}`);
    expect(await runCli([id, '--help'], { commands })).toEqual({ status: 0, stdout: text, stderr: '' });
    expect(await runCli([id], { commands })).toEqual({ status: 2, stdout: '', stderr: text });
  });

  test('gives a command to an operation with an optional header field and an optional body that is not JSON', () => {
    const document = documentOf({ '/jobs': ['put'] });
    const parameters = [header, { ...header, name: 'Accept', required: true }];
    Object.assign(Object(document.paths['/jobs'])['put'], { parameters, requestBody: text });
    expect(commandOperations(document)).toMatchObject([{ obstacle: null, words: ['jobs', 'put'], body: null }]);
  });

  test('returns the summary of an operation on one line', () => {
    const document = documentOf({ '/jobs': ['get'] });
    Object.assign(document.paths['/jobs']?.get ?? {}, { summary: 'Get\n  all jobs\n' });
    expect(commandOperations(document)[0]?.summary).toBe('Get all jobs');
  });

  test('returns the parameters and the body of an operation, and the operations that read and list its item', () => {
    const byId = new Map(commandOperations(library).map((operation) => [operation.id, operation]));
    expect(byId.get('deleteBook')).toMatchObject({
      pathParameters: ['book_id'],
      reader: 'readBook',
      list: 'listBooks',
      body: null,
    });
    expect(byId.get('removeRoles')).toMatchObject({
      pathParameters: ['id'],
      list: null,
      body: { required: true, type: 'application/json' },
    });
    expect(byId.get('deleteBooks')?.query).toEqual([{ name: 'genre', required: false }]);
  });
});
