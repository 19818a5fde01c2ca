// Tests of the sequences of calls that are derived from a synthetic document. They start no server.

import { deriveOperations, listOperations } from 'tools-document/operations';
import { describe, expect, test } from 'vitest';
import { library } from '../../../test/support/library-document.ts';
import { planLiveCalls } from '../src/live/call-plan.ts';
import { sequenceTests } from '../src/suite/sequence-tests.ts';
import {
  changeBody,
  deriveSequences,
  listedIds,
  pathParameters,
  type Step,
  sequencesAfterDelete,
} from '../src/suite/sequences.ts';

const stepsOf = (steps: readonly Step[]): string[] =>
  steps.map(({ kind, operation }) => `${kind} ${operation.entry.id}`);

/** An operation of the library. */
function operationOf(id: string) {
  const entry = listOperations(library).find((one) => one.id === id) ?? expect.fail(`no operation ${id}`);
  const derived = deriveOperations(library).find((one) => one.id === id) ?? expect.fail(`no operation ${id}`);
  return { entry, derived };
}

describe('deriveSequences()', () => {
  const sequences = new Map(deriveSequences(library).map(({ title, steps }) => [title, stepsOf(steps)]));

  test('derives a sequence that creates, reads, lists, updates, replaces and deletes an item, and then reads and lists again', () => {
    expect(
      sequences.get(
        'an item of books can be created, read, found in the list, updated, replaced and deleted, and then no longer exists',
      ),
    ).toEqual([
      'create createBook',
      'read readBook',
      'list listBooks',
      'change updateBook',
      'read readBook',
      'change replaceBook',
      'read readBook',
      'delete deleteBook',
      'readDeleted readBook',
      'listDeleted listBooks',
    ]);
  });

  test('derives a sequence that starts with the item of the sample calls if no operation creates an item', () => {
    expect(sequences.get('an item of sections can be read and replaced')).toEqual([
      'read readSection',
      'change replaceSection',
      'read readSection',
    ]);
  });

  test('derives a sequence that updates and reads a singleton', () => {
    expect(sequences.get('the singleton opening-hours can be read and updated')).toEqual([
      'read readHours',
      'change updateHours',
      'read readHours',
    ]);
  });

  test('derives no sequence for an operation without state', () => {
    expect(sequences.size).toBe(6);
  });

  test('derives no sequence if no operation reads or lists the items', () => {
    const { '/books/{book_id}': item } = library.paths;
    const paths = { '/books/{book_id}': { parameters: item?.parameters ?? [], delete: item?.delete ?? {} } };
    expect(deriveSequences({ ...library, paths })).toEqual([]);
  });
});

test('sequencesAfterDelete() returns one sequence for each item that the tests of a live tenant delete', () => {
  const id = { values: { book_id: 'b1' }, source: '--book' };
  const sequences = sequencesAfterDelete(library, planLiveCalls(library, { deleteBook: id }));
  expect(sequences.map(({ title, steps, path }) => [title, stepsOf(steps), path])).toEqual([
    ['GET /books/{book_id} returns 404 for the item that DELETE has deleted', ['readDeleted readBook'], ['b1']],
  ]);
  expect(sequencesAfterDelete(library, planLiveCalls(library, { readBook: id }))).toEqual([]);
});

test('listedIds() returns the ids of the items in the response of a list', () => {
  expect(listedIds(operationOf('listBooks'), [{ id: 'b1' }, { id: 2 }])).toEqual(['b1', '2']);
  expect(listedIds(operationOf('listBooks'), { items: [] })).toEqual([]);
});

test('pathParameters() returns the path parameters by name', () => {
  expect(pathParameters(operationOf('readBook'), ['b1'])).toEqual({ book_id: 'b1' });
});

describe('changeBody()', () => {
  const change = (body: unknown, shown: readonly string[], isValid: (value: unknown) => boolean = () => true) =>
    changeBody(operationOf('updateBook'), body, new Set(shown), isValid);

  test.each([
    ['a string', { title: 'A' }, { title: 'A 2' }],
    ['a number', { pages: 1 }, { pages: 2 }],
    ['a boolean', { lent: true }, { lent: false }],
    [
      'the first field that can be changed',
      { tags: ['a'], title: 'A', pages: 1 },
      { tags: ['a'], title: 'A 2', pages: 1 },
    ],
    [
      'a field that contains no id',
      { id: 'b1', author_id: 'a1', title: 'A' },
      { id: 'b1', author_id: 'a1', title: 'A 2' },
    ],
  ])('returns a copy of the body and changes %s', (_what, body, changed) => {
    expect(change(body, Object.keys(body))).toEqual(changed);
  });

  test('changes only a field that the response shows', () => {
    expect(change({ secret: 'a', title: 'A' }, ['title'])).toEqual({ secret: 'a', title: 'A 2' });
  });

  test('changes a field to a value that the document accepts', () => {
    const isShort = (value: unknown) => (value as { title: string }).title.length <= 1;
    expect(change({ title: 'A' }, ['title'], isShort)).toEqual({ title: '' });
  });

  test('returns the body unchanged if the document accepts no other body', () => {
    expect(change({ title: 'A' }, ['title'], () => false)).toEqual({ title: 'A' });
  });
});

test('a test of a sequence fails with the name of the call if a page of a list is an error', async () => {
  const refused = { error: { status: 500 }, response: new Response('', { status: 500 }) };
  const listed = { data: [{ id: 'b1' }], response: new Response() };
  const client = {
    GET: async (_path: string, { params }: { readonly params: { readonly query?: object } }) =>
      Object.hasOwn(params.query ?? {}, 'take') ? refused : listed,
  };
  const [found] = sequenceTests(library, {
    situations: () => [],
    sequences: [
      { title: 'a book is listed', steps: [{ kind: 'list', operation: operationOf('listBooks') }], path: ['b1'] },
    ],
    // The cast is safe: the test calls only GET.
    startSequence: async () => client as never,
    stop: async () => {},
  });
  await expect(found?.run?.()).rejects.toThrow('GET /books');
});
