import { compareResponse, type ObservedResponse } from '../../common/compare-response.js';
import { type Drift, driftReport } from '../../common/difference.js';
import type { CheckedOperation } from '../../common/response-checks.js';
import type { ManagementClient, Result } from '../calls.js';
import { clientOf, type UntypedMethods } from '../client-methods.js';
import { readOptions } from '../options/value-checks.js';

/** Options of `observeDrift`. */
export interface DriftOptions {
  /** The operations whose responses are checked, from the entry point `drift/checks`. */
  readonly operations: readonly CheckedOperation[];
  /**
   * Share of the responses that are checked, from 0 to 1.
   * @default 0.01
   */
  readonly share?: number;
  /** Keeps the runtime active until a check has ended, for example `(check) => context.waitUntil(check)`. */
  readonly waitUntil?: (check: Promise<void>) => void;
}

/** The part of the options of a call that is compared with the response. */
interface UntypedOptions {
  readonly params?: { readonly path?: Readonly<Record<string, unknown>>; readonly query?: object };
}

const DEFAULT_SHARE = 0.01;
/** Largest number of differences that are remembered. It limits the memory if the names of fields are always new. */
const MAX_REPORTED = 1000;

/**
 * Returns a client that compares a share of the responses with the OpenAPI document, and calls a function with each
 * difference once. The check runs after the call, on a copy of the body; neither it nor an error of the function
 * changes the result.
 *
 * @param client It does not change.
 * @param onDrift With `'throw'`, for tests, each response of the operations is checked, and a call rejects with an
 *   `Error` if its response differs in a detail that the document does not leave open.
 * @throws TypeError If an argument is not valid.
 * @example
 * ```ts
 * import { driftReport, observeDrift } from 'tenant-management-client/drift';
 * import { getTokenExchangeProfilesById } from 'tenant-management-client/drift/checks';
 *
 * const observed = observeDrift(management, (drift) => console.warn(driftReport([drift])), {
 *   operations: [getTokenExchangeProfilesById],
 * });
 * ```
 */
export function observeDrift(
  client: ManagementClient,
  onDrift: ((drift: Drift) => void) | 'throw',
  options: DriftOptions,
): ManagementClient {
  const { operations, share, waitUntil } = readDriftOptions(client, onDrift, options);
  const checks = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const reported = new Set<string>();

  // The cast is safe: at run time, all operations use the same code.
  const calls = client as unknown as UntypedMethods;
  return clientOf(async (method, path, ...init) => {
    const result = await calls[method](path, ...init);
    const operation = checks.get(`${method} ${path}`);
    if (operation === undefined) return result;
    if (onDrift === 'throw') {
      const differences = compareResponse(observed(init, result), operation).filter(({ isOpen }) => !isOpen);
      if (differences.length > 0)
        throw new Error(`The response differs from the OpenAPI document:\n\n${driftReport(differences)}`);
    } else if (Math.random() < share) {
      try {
        const copy = structuredClone(observed(init, result));
        const checked = reportDrift(copy, operation, onDrift, reported).catch(() => undefined);
        waitUntil?.(checked);
      } catch {}
    }
    return result;
  });
}

/** @throws TypeError If an argument of `observeDrift` is not valid. */
function readDriftOptions(client: unknown, onDrift: unknown, options: DriftOptions) {
  if (typeof Object(client).GET !== 'function')
    throw new TypeError('client must be the result of createManagementClient()');
  if (onDrift !== 'throw' && typeof onDrift !== 'function')
    throw new TypeError('onDrift must be a function, or "throw"');
  const {
    operations,
    share = DEFAULT_SHARE,
    waitUntil,
  } = readOptions('options', options, ['operations', 'share', 'waitUntil']);
  if (!(Array.isArray(operations) && operations.length > 0 && operations.every(isCheck)))
    throw new TypeError('operations must be a list of one or more checks from "tenant-management-client/drift/checks"');
  if (!(share >= 0 && share <= 1)) throw new TypeError('share must be a number from 0 to 1');
  if (waitUntil !== undefined && typeof waitUntil !== 'function') throw new TypeError('waitUntil must be a function');
  return { operations, share, waitUntil };
}

const isCheck = (one: unknown): boolean => ['method', 'path', 'responses'].every((name) => Object(one)[name]);

/**
 * Reports the differences of a response that were not reported before. Neither the check nor an error of `onDrift` changes
 * the result of the call.
 */
async function reportDrift(
  copy: ObservedResponse,
  operation: CheckedOperation,
  onDrift: (drift: Drift) => void,
  reported: Set<string>,
): Promise<void> {
  // A new task, so that the caller receives the result first.
  await new Promise((resolve) => setTimeout(resolve));
  for (const drift of compareResponse(copy, operation)) {
    const id = JSON.stringify(drift);
    if (reported.has(id) || reported.size >= MAX_REPORTED) continue;
    reported.add(id);
    try {
      await onDrift(drift);
    } catch {}
  }
}

/** Returns the parts of a result that are compared with the document. */
function observed([options]: readonly unknown[], { data, error, response }: Result<unknown>): ObservedResponse {
  const params = (options as UntypedOptions | undefined)?.params;
  const isUnread = data === response;
  return {
    status: response.status,
    mediaType: (response.headers.get('Content-Type')?.split(';')[0] ?? '').trim().toLowerCase(),
    body: isUnread ? undefined : error === undefined ? data : error.body,
    isUnread,
    headers: Object.fromEntries(response.headers),
    // A query can select fields, so that the item has no id.
    parameters: (!params?.query && params?.path) || {},
  };
}
