import { METHODS } from '../../tools/document/src/run-time/http-method.js';
import type { ManagementClient, Result } from '../calls.js';
import type { OperationDeprecation } from './operation-deprecation.js';
import { readDeprecation } from './read-deprecation.js';

/** A method of the client without the types of the operations. */
type UntypedCall = (path: string, ...init: unknown[]) => Promise<Result<unknown>>;

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

  const observe =
    (method: string, call: UntypedCall): UntypedCall =>
    async (path, ...init) => {
      const result = await call(path, ...init);
      const operation = `${method} ${path}`;
      const deprecation = reported.has(operation) ? undefined : readDeprecation(result.response);
      if (deprecation !== undefined) {
        reported.add(operation);
        notify({ method, path, ...deprecation });
      }
      return result;
    };

  /** Calls `onDeprecation`. Never rejects, even if `onDeprecation` throws or rejects. */
  async function notify(deprecation: OperationDeprecation): Promise<void> {
    try {
      await onDeprecation(deprecation);
    } catch {}
  }

  // The casts are safe: at run time, all operations use the same code, and `observe` changes no argument and no result.
  const calls = client as unknown as Readonly<Record<(typeof METHODS)[number], UntypedCall>>;
  const observed = METHODS.map((method) => [method, observe(method, calls[method])]);
  return Object.fromEntries(observed) as ManagementClient;
}
