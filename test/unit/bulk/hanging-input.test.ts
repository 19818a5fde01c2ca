import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { bulk } from '../../../src/bulk/index.ts';

test('a run whose input never closes leaves no listener on the signal of the caller', async () => {
  const { signal } = new AbortController();
  const items = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false as const, value: 'a' }),
      return: () => new Promise<never>(() => undefined),
    }),
  };
  const run = bulk(items, async () => ({ data: undefined, response: new Response() }), { signal, concurrency: 1 });
  await run.next();
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  // The end of the run waits for the input, which never closes.
  void run.return(undefined);
  for (let round = 0; round < 20; round += 1) await new Promise(setImmediate);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
