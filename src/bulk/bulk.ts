import { type BulkOptions, readBulkOptions } from './bulk-options.js';
import { checkItems, type Items } from './item-source.js';
import { type BulkResult, type CallItem, run } from './run.js';

/**
 * Calls a function for each of any number of items, and yields each item when its call has finished. The job retries
 * nothing: the client does, according to its option `retry`.
 *
 * A result with an `error` and an item whose call threw a `NetworkError`, a `TimeoutError` or an `ApiError` are yielded
 * too. Every other error stops the run: a result or an `ApiError` with the status 401 or 403, any other error that the
 * function throws, and an error of the items, of the journal or of `onProgress`. Then no call is started, the calls in
 * flight finish and are yielded, and the iteration throws a {@link BulkError}. The item that stopped the run is not
 * recorded in the journal, so the next run sends it again.
 *
 * If the loop ends with `break` or `return`, no call is started, and the loop waits for the calls in flight. With a
 * journal, they are recorded, so the next run does not send them again. If one of them stops the run, the loop throws its
 * {@link BulkError}.
 *
 * @example
 * ```ts
 * const pacer = createPacer();
 * const management = createManagementClient({ tenantDomain, auth, pacer });
 * const remove = (id: string, call: BulkCall) => management.DELETE('/items/{id}', { params: { path: { id } }, ...call });
 * for await (const { item, result, thrown } of bulk(ids, remove, { pacer, journal: fileJournal('remove.journal') })) {
 *   const error = thrown ?? result.error;
 *   if (error) console.error(item, error.message);
 * }
 * ```
 * @param items The items. They are read one after the other, when their calls can be started.
 * @param call The function that makes the call of an item. Its second argument has the `signal` and the `pace` of the
 *   call.
 * @returns The finished items, in the order in which their calls finished. The first call is started when the first
 *   item is requested.
 * @throws TypeError If an argument is not valid. The message names the option.
 */
export function bulk<Item, Value>(
  items: Items<Item>,
  call: CallItem<Item, Value>,
  options: BulkOptions = {},
): AsyncGenerator<BulkResult<Item, Value>, void, undefined> {
  checkItems(items);
  if (typeof call !== 'function') {
    throw new TypeError('the second argument of bulk must be a function that makes the call of an item');
  }
  return run(items, call, readBulkOptions(options));
}
