import { expect, test } from 'vitest';
import { groupBy } from '../../../common/group-by.ts';

test('groupBy() keeps the order of the keys, and of the items of each key', () => {
  const groups = groupBy(['b1', 'a1', 'b2'], (text) => text[0]);
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ]);
});
