import type { Sandbox } from '../sandbox.js';
import type { ReceivedRequest } from './received-request.js';

/**
 * Formats a request as a line of text, such as
 * `12:00:00 GET /api/v2/users/usr_1 200 (my-service) 3 ms`.
 */
export function textLine({ at, method, path, status, clientId, fault }: ReceivedRequest, durationMs: number): string {
  const time = new Date(at).toISOString().slice(11, 19);
  const outcome = status ?? `no response: ${fault ?? 'the caller disconnected'}`;
  const client = clientId === undefined ? '' : ` (${clientId})`;
  return `${time} ${method} ${path} ${outcome}${client} ${Math.round(durationMs)} ms`;
}

/** Formats a request as a JSON object in one line. It contains no token, no secret and no header field. */
export function jsonLine(request: ReceivedRequest, durationMs: number): string {
  const { at, method, path, operation, clientId, status, fault } = request;
  const time = new Date(at).toISOString();
  const outcome = { operation, clientId, status, fault, durationMs: Math.round(durationMs) };
  return JSON.stringify({ event: 'request', time, method, path, ...outcome });
}

/** Formats the start of a sandbox as a JSON object in one line, with its URLs and without the client secret. */
export function jsonStartLine(sandbox: Sandbox): string {
  const { address, baseUrl, tokenUrl, jwksUrl, controlUrl, credentials, notSimulated } = sandbox;
  const { clientId } = credentials;
  const time = new Date().toISOString();
  return JSON.stringify({
    event: 'start',
    time,
    address,
    baseUrl,
    tokenUrl,
    jwksUrl,
    controlUrl,
    clientId,
    notSimulated,
  });
}
