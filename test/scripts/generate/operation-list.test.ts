import { expect, test } from 'vitest';
import { describeOperations } from '../../../examples/operation-list.ts';

const entry = {
  method: 'GET',
  path: '/books',
  summary: 'List the books',
  scopes: null,
  lifecycle: 'Deprecated',
  deprecated: true,
  statuses: {},
  notShown: ['required scopes'],
};

test('describeOperations() marks a deprecated operation, and no other operation', () => {
  const other = { ...entry, path: '/shelves', summary: 'List the shelves', lifecycle: 'Beta', deprecated: false };
  expect(describeOperations({ list_books: entry, list_shelves: other }).split('\n')).toEqual([
    '  GET /books: List the books (deprecated)',
    '    lifecycle: Deprecated · scopes: not documented',
    '    not documented: required scopes',
    '  GET /shelves: List the shelves',
    '    lifecycle: Beta · scopes: not documented',
    '    not documented: required scopes',
  ]);
});
