// These tests check the message for each invalid argument of bulk(). bulk() throws before the first item is requested.
import { describe, expect, test } from 'vitest';
import { bulk, createJournal } from '../../../src/bulk/index.ts';
import { thrownBy } from '../../support/expected-errors.ts';

const ITEMS = 'items must be iterable; pass an array or another iterable of items, such as ids';
const TEXT = 'items must not be a string or a buffer; pass an array or another iterable of items, such as ids';
const CALL = 'the second argument of bulk must be a function that makes the call of an item';
const OPTIONS = 'Valid options: pacer, concurrency, journal, key, isFinal, resend, giveUpAfter, signal, onProgress';
const CONCURRENCY = 'concurrency must be a whole number from 1 to 2147483647';
const JOURNAL =
  'journal must be the result of fileJournal(path) or createJournal(store) from the same version of tenant-management-client';
const STORE = 'the store of createJournal must have the methods read and append';
const SIGNAL = 'signal must be an AbortSignal, such as controller.signal';
const call = () => undefined;

describe('bulk throws a TypeError with the remedy for', () => {
  test.each<[string, unknown[], string]>([
    ['no items', [undefined, call], ITEMS],
    ['a string as items, which is an iterable of characters', ['s3cret', call], TEXT],
    ['a buffer as items, which is an iterable of bytes', [new Uint8Array([1]), call], TEXT],
    ['a plain object as items', [{ length: 1 }, call], ITEMS],
    ['items whose iterator is not a function', [{ [Symbol.iterator]: 1 }, call], ITEMS],
    ['no function', [[]], CALL],
    ['options instead of the function', [[], {}], CALL],
    ['null as options', [[], call, null], 'the options of bulk must be a plain object'],
    [
      'a misspelt option',
      [[], call, { concurency: 1 }],
      `unknown option "concurency"; did you mean "concurrency"? ${OPTIONS}`,
    ],
    ['an unknown option', [[], call, { timeout: 1 }], `unknown option "timeout". ${OPTIONS}`],
    ['a concurrency of 0', [[], call, { concurrency: 0 }], CONCURRENCY],
    ['a concurrency of 1.5', [[], call, { concurrency: 1.5 }], CONCURRENCY],
    ['null as concurrency', [[], call, { concurrency: null }], CONCURRENCY],
    [
      'a pacer without ready()',
      [[], call, { pacer: {} }],
      'pacer must be the result of createPacer() from the same version of tenant-management-client',
    ],
    ['a path as journal', [[], call, { journal: 's3cret.journal' }], JOURNAL],
    ['a store as journal', [[], call, { journal: { read: call, append: call } }], JOURNAL],
    ['an AbortController as signal', [[], call, { signal: new AbortController() }], SIGNAL],
    ['true as isFinal', [[], call, { isFinal: true }], 'isFinal must be a function'],
    ['a name as key', [[], call, { key: 'id' }], 'key must be a function'],
    ['a number as resend', [[], call, { resend: 1 }], 'resend must be true or false'],
    [
      'a text as giveUpAfter',
      [[], call, { giveUpAfter: '5m' }],
      'giveUpAfter must be a whole number of milliseconds from 1 to 2147483647',
    ],
  ])('%s', (_case, args, message) => {
    // Only plain JavaScript can pass these arguments.
    const untyped = bulk as unknown as (...args: unknown[]) => unknown;
    const error = thrownBy(() => untyped(...args));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(message);
  });
});

describe('createJournal throws a TypeError with the remedy for', () => {
  test.each<[string, unknown]>([
    ['no store', undefined],
    ['a store without append', { read: call }],
    ['a store without read', { append: call }],
  ])('%s', (_case, store) => {
    const untyped = createJournal as (store: unknown) => unknown;
    expect(thrownBy(() => untyped(store))).toEqual(new TypeError(STORE));
  });
});
