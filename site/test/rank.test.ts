import { expect, test } from 'vitest';
import { type RankedPage, rank } from '../src/search/rank.ts';

const page = (kind: RankedPage['kind'], name: string, length: number): RankedPage => ({ kind, name, length });

test('rank() sorts by score and kind, and raises pages whose title consists of the words of the query', () => {
  const pages = {
    a: page('Guide', 'Bulk work', 2),
    b: page('Maintainer', 'Delete', 1),
    c: page('Operation', 'Delete a book DELETE /books/{id} delete remove', 2),
    d: page('Operation', 'All', 0),
  };
  const results = ['a', 'b', 'c', 'd', 'unknown'].map((id) => ({ id, score: id === 'd' ? 1.2 : 1 }));
  expect(rank(results, 'remove books', pages).map(({ id }) => id)).toEqual(['c', 'a', 'd', 'unknown', 'b']);
});
