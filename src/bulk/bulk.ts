import { type BulkOptions, readBulkOptions } from './bulk-options.js';
import type { BulkResult, CallItem } from './item-call.js';
import { checkItems, type Items } from './item-source.js';
import { run } from './run-items.js';

/**
 * Calls a function for each item of an iterable, and yields each item when its call has finished. Only the client
 * retries, by its option `retry`.
 *
 * It also yields an item if its result has an `error`, or its call threw a `NetworkError`, a `TimeoutError`, an
 * `ApiError`, or a `TokenError` with 408, 429 or a 5xx: see `outcome`.
 *
 * After 16 calls in a row without a usable response, the run pauses: it starts one call after 1 s, 2 s, 4 s and so on, at
 * most 30 s after the last one, until a call gets a usable response. If the tenant has never answered, its address may be
 * wrong, and the run stops instead.
 *
 * The run stops after a 401 or 403, after any other error that the function throws, after an error of the items, of the
 * journal, of `isFinal` or of `onProgress`, and after `giveUpAfter`. It then yields the items of the
 * calls in flight, and throws a {@link BulkError}.
 *
 * After `break` or `return`, the run waits for the calls in flight and records their items. If one of them stops the
 * run, the loop throws a {@link BulkError}.
 *
 * @param items Each is read when its call can start.
 * @param call Makes the call of an item, with the `signal` and the `pace` of its second argument.
 * @returns The items in the order in which their calls ended. The first call starts when the first item is requested.
 * @throws TypeError If an argument is not valid.
 * @example
 * ```ts
 * import { createManagementClient } from 'tenant-management-client';
 * import { bulk, type BulkCall, createPacer } from 'tenant-management-client/bulk';
 * import { fileJournal } from 'tenant-management-client/bulk/node';
 *
 * const pacer = createPacer();
 * const management = createManagementClient({ tenantDomain, auth, pacer });
 * const remove = (id: string, call: BulkCall) =>
 *   management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call });
 * const job = bulk(ids, remove, { pacer, journal: fileJournal('remove.journal') });
 * for await (const { item, outcome, result, thrown } of job) {
 *   if (outcome === 'failed') console.error(item, (thrown ?? result.error)?.message);
 * }
 * ```
 */
export function bulk<Item, Value>(
  items: Items<Item>,
  call: CallItem<Item, Value>,
  options: BulkOptions<Item, Value> = {},
): AsyncGenerator<BulkResult<Item, Value>, void, undefined> {
  checkItems(items);
  if (typeof call !== 'function') {
    throw new TypeError('the second argument of bulk must be a function that makes the call of an item');
  }
  return run(items, call, readBulkOptions(options));
}
