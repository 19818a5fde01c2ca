// The rules of options that the command, startSandbox and the control API check.
import { isIP } from 'node:net';

/** The longest delay of a Node.js timer. A timer with a longer delay fires immediately. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const PORT_RULE = 'must be an integer from 0 (a free port) to 65535';
export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 0 && port <= 65_535;

export const LATENCY_RULE = `must be a number of milliseconds from 0 to ${MAX_DELAY_MS}`;
export const isLatency = (latency: number): boolean =>
  Number.isFinite(latency) && latency >= 0 && latency <= MAX_DELAY_MS;

export const HOST_RULE = 'must be a host name or an IP address, such as 0.0.0.0, without a port';
export const isHost = (host: unknown): boolean =>
  typeof host === 'string' && (isIP(host) !== 0 || /^[\w-]+(\.[\w-]+)*$/.test(host));

export const ORIGIN_RULE = 'must be an origin such as https://tenant.example.com, without a path';
export const isOrigin = (origin: unknown): boolean =>
  typeof origin === 'string' && /^https?:\/\/[^/?#@\\\s]+\/?$/.test(origin) && URL.canParse(origin);
