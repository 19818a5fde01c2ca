import { expect, test } from 'vitest';
import { withoutField } from '../src/without-field.ts';

test.each([
  [['color'], { size: 1 }],
  [['rule', 'color'], { color: 'red', size: 1 }],
])('withoutField() removes the field %j, and leaves the others', (names, expected) => {
  const value = names.length === 1 ? { color: 'red', size: 1 } : { color: 'red', size: 1, rule: { color: 'red' } };
  expect(withoutField(value, names)).toEqual(names.length === 1 ? expected : { ...expected, rule: {} });
});

test('withoutField() removes the field from every item of a list', () => {
  expect(withoutField([{ id: 1, name: 'a' }, { id: 2 }], ['name'])).toEqual([{ id: 1 }, { id: 2 }]);
});

test('withoutField() adds no field', () => {
  expect(Object.keys(Object(withoutField({ id: '1' }, ['__proto__', 'x'])))).toEqual(['id']);
});
