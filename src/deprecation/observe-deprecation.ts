import type { ManagementClient } from '../calls.js';
import { clientOf, type UntypedMethods } from '../client-methods.js';
import { type OperationDeprecation, readDeprecation } from './read-deprecation.js';

/**
 * Returns a client that calls a function when a response has a valid `Deprecation` or `Sunset` header field, at most
 * once for each operation. An error of the function has no effect on the call.
 *
 * @param client It does not change.
 * @throws TypeError If an argument is not valid.
 * @example
 * ```ts
 * import { observeDeprecation } from 'tenant-management-client/deprecation';
 *
 * const observed = observeDeprecation(management, ({ method, path, sunsetAt }) => {
 *   console.warn(`${method} ${path} is deprecated`, sunsetAt?.toISOString());
 * });
 * ```
 */
export function observeDeprecation(
  client: ManagementClient,
  onDeprecation: (deprecation: OperationDeprecation) => void,
): ManagementClient {
  if (typeof Object(client).GET !== 'function')
    throw new TypeError('client must be the result of createManagementClient()');
  if (typeof onDeprecation !== 'function') throw new TypeError('onDeprecation must be a function');
  const reported = new Set<string>();

  /** Calls `onDeprecation`. Never rejects, even if `onDeprecation` throws or rejects. */
  async function notify(deprecation: OperationDeprecation): Promise<void> {
    try {
      await onDeprecation(deprecation);
    } catch {}
  }

  // The cast is safe: at run time, all operations use the same code.
  const calls = client as unknown as UntypedMethods;
  return clientOf(async (method, path, ...init) => {
    const result = await calls[method](path, ...init);
    const operation = `${method} ${path}`;
    const deprecation = reported.has(operation) ? undefined : readDeprecation(result.response);
    if (deprecation !== undefined) {
      reported.add(operation);
      notify({ method, path, ...deprecation });
    }
    return result;
  });
}
