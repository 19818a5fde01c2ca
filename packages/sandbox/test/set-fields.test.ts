// Tests that field paths of a behavior file reach only own fields of an item.
import { expect, test } from 'vitest';
import { withSetFields } from '../src/engine/set-fields.js';

test('withSetFields() changes no prototype', () => {
  const rules = [{ fields: { '__proto__.polluted': 'yes', 'constructor.polluted': 'yes' } }];
  expect(withSetFields({ id: '1' }, rules)).toEqual({ id: '1' });
  expect({}).not.toHaveProperty('polluted');
  expect(Object).not.toHaveProperty('polluted');
});
