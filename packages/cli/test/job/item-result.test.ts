import { expect, test } from 'vitest';
import { itemResult } from '../../src/job/item-result.ts';

test('itemResult() has a note instead of data of 20,000 levels, so that the report of the other items is printed', () => {
  const data: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  const operation = { method: 'DELETE', path: '/items/{id}' } as Parameters<typeof itemResult>[0]['operation'];
  const call = { id: 'a', outcome: 'done', error: undefined, maybePerformed: 0, operation, isDryRun: false } as const;
  expect(itemResult({ ...call, data, tenant: 'acme.example.com' })).toEqual({
    id: 'a',
    outcome: 'done',
    data: '(nested too deeply to print)',
  });
});
