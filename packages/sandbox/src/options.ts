import { readOptions } from 'tenant-management-client/internal';
import { formatProblem } from 'tools-document/behavior';
import { aliases } from './document.js';
import type { ReceivedRequest } from './http/request-log.js';
import { optionProblem } from './option-rules.js';
import { checkSeed, type Seed } from './seed/seed.js';

/** Options of `startSandbox`. */
export interface SandboxOptions extends Seed {
  /**
   * Host name or IP address; `0.0.0.0` and `::` accept other machines.
   * @default `'127.0.0.1'`
   */
  readonly host?: string;
  /**
   * Port; `0` for a free one.
   * @default 0
   */
  readonly port?: number;
  /**
   * Origin by which clients reach the sandbox, such as that of a proxy. All URLs, the audience and the issuer of tokens
   * have it.
   * @default host and port with `http`
   */
  readonly origin?: string;
  /**
   * Whether the sandbox serves the control API, which can change everything without a token.
   * @default `true` if `host` and `origin` are on loopback
   */
  readonly control?: boolean;
  /**
   * Delay before each response, in milliseconds.
   * @default 0
   */
  readonly latency?: number;
  /**
   * Returns the current time in milliseconds since the Unix epoch, for the expiry of tokens, rate limits, `Date` and
   * the record of requests.
   * @default Date.now
   */
  readonly clock?: () => number;
  /**
   * Called after the response was sent or the connection was closed, and immediately for the fault `stall`;
   * `durationMs` is the time in milliseconds since the request arrived. An error becomes an uncaught exception.
   */
  readonly onRequest?: (request: ReceivedRequest, durationMs: number) => void;
}

const SEED_NAMES = ['clients', ...Object.keys(aliases), 'resources', 'rateLimit', 'deprecations', 'assume'];
const NAMES = [...SEED_NAMES, 'host', 'port', 'origin', 'control', 'latency', 'clock', 'onRequest'];

/**
 * Reads and checks the options of `startSandbox`.
 *
 * @throws TypeError If an option is unknown or not valid. The message names the option.
 */
export async function readSandboxOptions(given: SandboxOptions): Promise<SandboxOptions> {
  const options = readOptions('the options of startSandbox', given, NAMES);
  const { host, port, origin, control, latency, clock, onRequest, ...seed } = options;
  const invalid = optionProblem(options);
  if (invalid !== undefined) throw new TypeError(invalid);
  if (control !== undefined && typeof control !== 'boolean') throw new TypeError('control must be true or false');
  for (const [name, value] of Object.entries({ clock, onRequest })) {
    if (value !== undefined && typeof value !== 'function') throw new TypeError(`${name} must be a function`);
  }
  if (clock !== undefined && !Number.isFinite(clock())) {
    throw new TypeError('clock must return a number of milliseconds');
  }
  // Convert the seed through JSON, which omits properties that are undefined.
  const json = JSON.stringify(seed);
  const [problem] = json === '{}' ? [] : await checkSeed(JSON.parse(json));
  if (problem !== undefined) throw new TypeError(formatProblem('options', problem));
  return options;
}
