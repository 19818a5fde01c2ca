import { inspect } from 'node:util';
import { type OperationId, sandboxOperations } from './document.js';
import { apiFailure, type Reply, tokenFailure } from './reply.js';

/** What goes wrong, and how often. */
export interface Fault {
  /**
   * Operation id, or `token` for the token endpoint.
   * @default every operation of the API
   */
  readonly operation?: OperationId | 'token';
  /**
   * - `reset`: the connection is reset and nothing is done.
   * - `stall`: nothing is done and nothing is answered, until the caller leaves.
   * - `truncate`: it is done, and the connection breaks in the middle of the answer.
   * - `html`: nothing is done, and a page is answered with 200.
   * - a status from 300 to 599: nothing is done, and this is answered.
   */
  readonly with: 'reset' | 'stall' | 'truncate' | 'html' | number;
  /**
   * How many requests it happens to.
   * @default 1
   */
  readonly times?: number;
}

const KINDS = ['reset', 'stall', 'truncate', 'html'];

/** Refuses a fault that could never happen. */
export function checkFault(fault: Fault): void {
  if (Object(fault) !== fault) throw new TypeError(`fail: expected { operation, with, times }; got ${inspect(fault)}`);
  const { operation, with: kind, times = 1, ...rest } = fault;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new TypeError(`fail: unknown option ${unknown}: expected operation, with, times`);
  const known = [...sandboxOperations.map(({ id }) => id), 'token'];
  if (operation !== undefined && !known.includes(operation)) {
    throw new TypeError(`fail: operation: expected one of ${known.join(', ')}; got ${inspect(operation)}`);
  }
  const isStatus = Number.isInteger(kind) && Number(kind) >= 300 && Number(kind) <= 599;
  if (!isStatus && !KINDS.includes(String(kind))) {
    throw new TypeError(`fail: with: expected ${KINDS.join(', ')} or a status from 300 to 599; got ${inspect(kind)}`);
  }
  if (!Number.isInteger(times) || times < 1)
    throw new TypeError(`fail: times: expected a positive integer; got ${inspect(times)}`);
}

/** The faults that are still to happen, oldest first. */
export interface Faults {
  add(fault: Fault): void;
  /** The fault that happens to this request, if any. */
  take(operation: OperationId | 'token'): Fault['with'] | undefined;
  clear(): void;
}

export function createFaults(): Faults {
  const waiting: { operation: Fault['operation']; kind: Fault['with']; left: number }[] = [];
  return {
    add: (fault) => {
      checkFault(fault);
      waiting.push({ operation: fault.operation, kind: fault.with, left: fault.times ?? 1 });
    },
    take: (operation) => {
      const index = waiting.findIndex((fault) =>
        fault.operation === undefined ? operation !== 'token' : fault.operation === operation,
      );
      const fault = waiting[index];
      if (fault === undefined) return undefined;
      fault.left -= 1;
      if (fault.left === 0) waiting.splice(index, 1);
      return fault.kind;
    },
    clear: () => void waiting.splice(0),
  };
}

/** The answer of a fault that is a status. */
export function faultReply(operation: OperationId | 'token', status: number, headers: Reply['headers']): Reply {
  return operation === 'token'
    ? tokenFailure(status, status === 429 ? 'too_many_requests' : 'server_error', 'A fault that was asked for', headers)
    : apiFailure(status, 'A fault that was asked for', undefined, headers);
}
