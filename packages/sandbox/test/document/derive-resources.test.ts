// Tests the ids of the initial items, and the rule for the ids of new items.
import type { Parameter } from 'tools-document';
import { expect, test } from 'vitest';
import { derivePaths } from './small-document.ts';

const inPath = (name: string, more: object = {}): Parameter => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', ...more },
});
const note = { type: 'object', properties: { id: { type: 'string' } } };
const returnsNote = { 200: { description: 'A note.', content: { 'application/json': { schema: note } } } };

/** Returns the key of the initial note below the book `bok_1`, if DELETE of a note has a schema for the id of the book. */
async function noteKey(bookId: object): Promise<string | undefined> {
  const { resources } = await derivePaths({
    '/books/{id}': { get: { parameters: [{ ...inPath('id'), example: 'bok_1' }], responses: returnsNote } },
    '/books/{book}/notes/{id}': {
      get: {
        parameters: [
          { ...inPath('book'), example: 'old_1' },
          { ...inPath('id'), example: 'n1' },
        ],
        responses: returnsNote,
      },
      delete: { parameters: [inPath('book', bookId), inPath('id')], responses: { 204: { description: 'Done.' } } },
    },
  });
  return Object.keys(resources['books/notes']?.seeds ?? {})[0];
}

test('an initial item has the id of the initial outer item if all operations accept this id', async () => {
  expect(await noteKey({})).toBe('bok_1/n1');
});

test('an initial item has the sample of the outer parameter if one of the operations rejects the id of the outer item', async () => {
  expect(await noteKey({ pattern: '^old' })).toBe('old_1/n1');
});

/** Returns the resource of notes that have a list at `/notes` and a GET at `/notes/{id}`. */
async function notes(parameter: Parameter, item: object, read: object) {
  const returns = (schema: object) => ({ 200: { description: 'Notes.', content: { 'application/json': { schema } } } });
  const { resources } = await derivePaths({
    '/notes': { get: { responses: returns({ type: 'array', items: item }) } },
    '/notes/{id}': { get: { parameters: [parameter], responses: returns(read) } },
  });
  return resources['notes'];
}

test('an initial item has an id that its path allows, even if the schema of the response accepts no item', async () => {
  const item = { type: 'object', properties: { id: { type: 'string', example: 'a:1' } } };
  const resource = await notes(inPath('id', { pattern: '^[a-z]+$' }), item, { type: 'array', items: item });
  expect(Object.keys(resource?.seeds ?? {})).toEqual([expect.stringMatching(/^[a-z]+$/)]);
});

test('new items have ids that match the pattern of the path parameter if the field with the id has no pattern', async () => {
  const resource = await notes(
    { ...inPath('id', { pattern: 'NO[0-9a-f]{32}' }), example: `NO${'b5'.repeat(16)}` },
    note,
    note,
  );
  expect(resource?.id).toMatchObject({ kind: 'text', prefix: 'NO', length: 32 });
});

test('deriveDocument() keeps a resource whose path is named __proto__', async () => {
  const paths = {
    '/__proto__/{id}': { get: { parameters: [{ ...inPath('id'), example: 'a' }], responses: returnsNote } },
  };
  const { resources } = await derivePaths(paths);
  expect(Object.keys(resources)).toEqual(['__proto__']);
});
