import { expect, test } from 'vitest';
import { expressionOf } from '../../../common/formatting.ts';

test.for(['__proto__', 'a"__proto__'])('expressionOf() writes the key %j as JavaScript that has this key', (key) => {
  const read: unknown = new Function(`return ${expressionOf(JSON.parse(`{${JSON.stringify(key)}: 1}`))}`)();
  expect(Object.keys(Object(read))).toEqual([key]);
});
