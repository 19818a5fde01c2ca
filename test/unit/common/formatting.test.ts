import { expect, test } from 'vitest';
import { codeSpan, expressionOf, joined, quoted } from '../../../common/formatting.ts';

test.for(['__proto__', 'a"__proto__'])('expressionOf() writes the key %j as JavaScript that has this key', (key) => {
  const read: unknown = new Function(`return ${expressionOf(JSON.parse(`{${JSON.stringify(key)}: 1}`))}`)();
  expect(Object.keys(Object(read))).toEqual([key]);
});

test('quoted(), codeSpan() and joined() write texts for a shell, for Markdown and for sentences', () => {
  expect(quoted("it's")).toBe(`'it'\\''s'`);
  expect([codeSpan('a  b'), codeSpan('a``b')]).toEqual(['`a b`', '``` a``b ```']);
  expect([joined(['a', 'b', 'c'], 'or'), joined(['a'], 'and')]).toEqual(['a, b or c', 'a']);
});
