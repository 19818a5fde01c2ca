import type { ObservedResponse } from '../../tools/document/src/run-time/compare-response.js';
import { type Drift, driftReport } from '../../tools/document/src/run-time/difference.js';
import { METHODS } from '../../tools/document/src/run-time/http-method.js';
import type { ManagementClient, Result } from '../calls.js';
import { readOptions } from '../options/value-checks.js';
import { checkResponse } from './check-response.js';

/** Options of `observeDrift`. */
export interface DriftOptions {
  /**
   * Share of the responses that are checked, from 0 to 1.
   * @default 0.01
   */
  readonly share?: number;
  /**
   * Time in milliseconds that the checks can use in each second, on average.
   * @default 10
   */
  readonly budget?: number;
  /** Keeps the runtime active until a check has ended, for example `(check) => context.waitUntil(check)`. */
  readonly waitUntil?: (check: Promise<void>) => void;
}

/** A method of the client without the types of the operations. */
type UntypedCall = (path: string, ...init: unknown[]) => Promise<Result<unknown>>;

/** The part of the options of a call that is compared with the response. */
interface UntypedOptions {
  readonly params?: { readonly path?: Readonly<Record<string, unknown>>; readonly query?: object };
}

const DEFAULT_SHARE = 0.01;
const DEFAULT_BUDGET_MS = 10;
/** Largest number of differences that are remembered. It limits the memory if the names of fields are always new. */
const MAX_REPORTED = 1000;

/**
 * Returns a client that compares a share of the responses with the OpenAPI document, and calls a function with each
 * difference once. The check runs after the call, on a copy of the body; neither it nor an error of the function
 * changes the result.
 *
 * @param client It does not change.
 * @param onDrift With `'throw'`, for tests, each response is checked, and a call rejects with an `Error` if its
 *   response differs in a detail that the document does not leave open.
 * @throws TypeError If an argument is not valid.
 * @example
 * ```ts
 * import { observeDrift } from 'tenant-management-client/drift';
 *
 * const observed = observeDrift(management, ({ operationId, status, kind, pointer, keyword }) => {
 *   console.warn('drift', { operationId, status, kind, pointer, keyword });
 * });
 * ```
 */
export function observeDrift(
  client: ManagementClient,
  onDrift: ((drift: Drift) => void) | 'throw',
  options: DriftOptions = {},
): ManagementClient {
  if (typeof Object(client).GET !== 'function')
    throw new TypeError('client must be the result of createManagementClient()');
  if (onDrift !== 'throw' && typeof onDrift !== 'function')
    throw new TypeError('onDrift must be a function, or "throw"');
  const given = readOptions('options', options, ['share', 'budget', 'waitUntil']);
  const { share = DEFAULT_SHARE, budget = DEFAULT_BUDGET_MS, waitUntil } = given;
  if (!(share >= 0 && share <= 1)) throw new TypeError('share must be a number from 0 to 1');
  if (!(budget > 0)) throw new TypeError('budget must be a number of milliseconds above 0');
  if (waitUntil !== undefined && typeof waitUntil !== 'function') throw new TypeError('waitUntil must be a function');
  const reported = new Set<string>();
  let idleUntil = 0;

  /** Runs a part of a check. Returns `undefined` if the part throws, because a check has no effect on the call. */
  function measured<T>(run: () => T): T | undefined {
    const start = performance.now();
    try {
      return run();
    } catch {
      return undefined;
    } finally {
      const end = performance.now();
      idleUntil = Math.max(idleUntil, end) + ((end - start) * 1000) / budget;
    }
  }

  /** Checks a response after the call. */
  async function check(copy: ObservedResponse, report: (drift: Drift) => void): Promise<void> {
    // A new task, so that the caller receives the result first.
    await new Promise((resolve) => setTimeout(resolve));
    for (const drift of measured(() => checkResponse(copy)) ?? []) {
      const id = JSON.stringify(drift);
      if (reported.has(id) || reported.size >= MAX_REPORTED) continue;
      reported.add(id);
      try {
        await report(drift);
      } catch {}
    }
  }

  const observe =
    (method: string, call: UntypedCall): UntypedCall =>
    async (path, ...init) => {
      const result = await call(path, ...init);
      if (onDrift === 'throw') {
        const differences = checkResponse(observed(method, path, init, result)).filter(({ isOpen }) => !isOpen);
        if (differences.length > 0)
          throw new Error(`The response differs from the OpenAPI document:\n\n${driftReport(differences)}`);
      } else if (Math.random() < share && performance.now() >= idleUntil) {
        const copy = measured(() => structuredClone(observed(method, path, init, result)));
        try {
          if (copy !== undefined) {
            const checked = check(copy, onDrift);
            waitUntil?.(checked);
          }
        } catch {}
      }
      return result;
    };

  // The casts are safe: at run time, all operations use the same code, and `observe` changes no argument and no result.
  const calls = client as unknown as Readonly<Record<(typeof METHODS)[number], UntypedCall>>;
  return Object.fromEntries(METHODS.map((method) => [method, observe(method, calls[method])])) as ManagementClient;
}

/** Returns the parts of a result that are compared with the document. */
function observed(
  method: string,
  path: string,
  [options]: readonly unknown[],
  { data, error, response }: Result<unknown>,
): ObservedResponse {
  const params = (options as UntypedOptions | undefined)?.params;
  const isUnread = data === response;
  return {
    method,
    path,
    status: response.status,
    mediaType: (response.headers.get('Content-Type')?.split(';')[0] ?? '').trim().toLowerCase(),
    body: isUnread ? undefined : error === undefined ? data : error.body,
    isUnread,
    headers: Object.fromEntries(response.headers),
    // A query can select fields, so that the item has no id.
    parameters: (!params?.query && params?.path) || {},
  };
}
