import { expect, test } from 'vitest';
import { literal } from '../reference/operation/literal.ts';

test('literal() writes short values on one line', () => {
  expect(literal({ id: 'a', 'x-y': [1, null, true], inner: {} })).toBe(
    "{ id: 'a', 'x-y': [1, null, true], inner: {} }",
  );
});

test('literal() writes one line for each member of a long value', () => {
  const text = 'a'.repeat(60);
  expect(literal({ id: text, list: [text, { a: 1 }] }, '  ')).toBe(
    `{\n    id: '${text}',\n    list: [\n      '${text}',\n      { a: 1 },\n    ],\n  }`,
  );
});

test.for(["it's", 'a "quote"', `both ' and "`, 'back\\slash', 'line\nbreak', '`y`', '__proto__'])(
  'literal() writes %j as a value and as a key that JavaScript reads unchanged',
  (text) => {
    const value = JSON.parse(`{${JSON.stringify(text)}: ${JSON.stringify(text)}}`);
    const read: unknown = new Function(`return ${literal(value)}`)();
    expect(JSON.stringify(read)).toBe(JSON.stringify(value));
  },
);
