import { inspect } from 'node:util';
import type { ReceivedRequest } from './received-request.js';
import { checkSeed, inWords, type Seed } from './seed.js';

/** Options of `startSandbox`. */
export interface SandboxOptions extends Seed {
  /**
   * Port on loopback; 0 for a free one.
   * @default 0
   */
  readonly port?: number;
  /**
   * Time before each answer, in milliseconds.
   * @default 0
   */
  readonly latency?: number;
  /**
   * Gives the time in milliseconds of the Unix epoch: tokens expire and the rate limit fills up by it.
   * @default Date.now
   */
  readonly clock?: () => number;
  /** Is told of each request once it has been answered, or broken by a fault. */
  readonly onRequest?: (request: ReceivedRequest, tookMs: number) => void;
}

/** Longest delay that a timer can hold. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

const NAMES = [
  'clients',
  'profiles',
  'enrollments',
  'rateLimit',
  'assumeScopes',
  'port',
  'latency',
  'clock',
  'onRequest',
];

/**
 * Refuses wrong options.
 *
 * @throws TypeError Naming the option, what was wrong, and what would be right.
 */
export function checkOptions(options: SandboxOptions): void {
  if (Object(options) !== options || Array.isArray(options)) {
    throw new TypeError(`options: expected an object; got ${inspect(options)}`);
  }
  const { port = 0, latency = 0, clock, onRequest, ...seed } = options;
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new TypeError(`unknown option ${unknown}: expected ${NAMES.join(', ')}`);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new TypeError(`port: expected an integer from 0 (any free port) to 65535; got ${inspect(port)}`);
  }
  if (!Number.isFinite(latency) || latency < 0 || latency > LONGEST_DELAY_MS) {
    throw new TypeError(`latency: expected milliseconds from 0 to ${LONGEST_DELAY_MS}; got ${inspect(latency)}`);
  }
  for (const [name, value] of Object.entries({ clock, onRequest })) {
    if (value !== undefined && typeof value !== 'function')
      throw new TypeError(`${name}: expected a function; got ${typeof value}`);
  }
  const now: unknown = clock === undefined ? 0 : clock();
  if (!Number.isFinite(now)) throw new TypeError(`clock: expected to give milliseconds; got ${inspect(now)}`);
  if (Object.keys(seed).length === 0) return;
  // A list may be any that can be read twice; what is left out counts as not there.
  const [problem] = checkSeed(JSON.parse(JSON.stringify(seed)));
  if (problem !== undefined) throw new TypeError(inWords(problem));
}
