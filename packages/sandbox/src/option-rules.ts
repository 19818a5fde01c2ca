// The rules of options that the command, startSandbox and the control API check.
import { isIP } from 'node:net';

/** The longest delay of a Node.js timer. A timer with a longer delay fires immediately. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const LATENCY_RULE = `must be a number of milliseconds from 0 to ${MAX_DELAY_MS}`;
export const isLatency = (latency: number): boolean =>
  Number.isFinite(latency) && latency >= 0 && latency <= MAX_DELAY_MS;

/** The options that the command and startSandbox have in common. */
interface CommonOptions {
  readonly host?: string;
  readonly port?: number;
  readonly origin?: string;
  readonly latency?: number;
}

/** Returns the name and the rule of the first option that is not valid; `undefined` if all options are valid. */
export function optionProblem({
  host = 'localhost',
  port = 0,
  origin = 'http://localhost',
  latency = 0,
}: CommonOptions): string | undefined {
  if (typeof host !== 'string' || (isIP(host) === 0 && !/^[\w-]+(\.[\w-]+)*$/.test(host)))
    return 'host must be a host name or an IP address, such as 0.0.0.0, without a port';
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return 'port must be an integer from 0 (a free port) to 65535';
  if (typeof origin !== 'string' || !/^https?:\/\/[^/?#@\\\s]+\/?$/.test(origin) || !URL.canParse(origin))
    return 'origin must be an origin such as https://tenant.example.com, without a path';
  return isLatency(latency) ? undefined : `latency ${LATENCY_RULE}`;
}
