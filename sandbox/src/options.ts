import { isLatency, isPort, LATENCY_RULE, PORT_RULE } from './option-rules.js';
import { formatProblem } from './problem.js';
import type { ReceivedRequest } from './received-request.js';
import { checkSeed, type Seed } from './seed.js';
import { unknownOption } from './unknown-option.js';

/** Options of `startSandbox`. */
export interface SandboxOptions extends Seed {
  /**
   * Port on 127.0.0.1; 0 for a free port.
   * @default 0
   */
  readonly port?: number;
  /**
   * Delay before each response, in milliseconds.
   * @default 0
   */
  readonly latency?: number;
  /**
   * Returns the time in milliseconds since the Unix epoch, for the expiry of tokens, for rate limits and for `Date`.
   * @default Date.now
   */
  readonly clock?: () => number;
  /**
   * Called for each request after its response was sent or its connection was closed; immediately for a stalled one.
   * `durationMs` is the time from the arrival of the request, in milliseconds. An error that the function throws is an
   * uncaught error of the process and does not change the response.
   */
  readonly onRequest?: (request: ReceivedRequest, durationMs: number) => void;
}

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
 * Checks the options of `startSandbox`.
 *
 * @throws TypeError If an option is unknown or not valid; the message names it.
 */
export function checkOptions(options: SandboxOptions): void {
  if (Object(options) !== options || Array.isArray(options))
    throw new TypeError('the options of startSandbox must be an object');
  const { port = 0, latency = 0, clock, onRequest, ...seed } = options;
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new TypeError(unknownOption(unknown, NAMES));
  if (!isPort(port)) throw new TypeError(`port ${PORT_RULE}`);
  if (!isLatency(latency)) throw new TypeError(`latency ${LATENCY_RULE}`);
  for (const [name, value] of Object.entries({ clock, onRequest })) {
    if (value !== undefined && typeof value !== 'function') throw new TypeError(`${name} must be a function`);
  }
  if (clock !== undefined && !Number.isFinite(clock())) {
    throw new TypeError('clock must return a number of milliseconds');
  }
  if (Object.keys(seed).length === 0) return;
  // Through JSON: it omits properties that are undefined.
  const [problem] = checkSeed(JSON.parse(JSON.stringify(seed)));
  if (problem !== undefined) throw new TypeError(formatProblem('options', problem));
}
