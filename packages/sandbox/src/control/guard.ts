import { isIP } from 'node:net';
import { apiFailure, type SandboxResponse } from '../response.js';

/**
 * Rejects requests that a web page can cause, so that no page that a developer visits can control the sandbox.
 *
 * - A browser sends `Origin` with all requests of scripts except GET and HEAD requests without CORS, and
 *   `Sec-Fetch-Site` with all requests to loopback. `Sec-Fetch-Site` is `none` only if the user enters the URL.
 * - With DNS rebinding, the name of an attacker's host resolves to the address of the sandbox. The `Host` of such a
 *   request is never an IP address and never `localhost`.
 *
 * @param hostname Host name of the sandbox's origin, which is accepted too.
 * @returns `undefined` if the request is accepted.
 */
export function rejectWebPages({ headers }: Request, hostname: string): SandboxResponse | undefined {
  const site = headers.get('Sec-Fetch-Site');
  if (headers.has('Origin') || (site !== null && site !== 'none')) {
    return apiFailure({ status: 403, message: 'The control API does not accept requests from web pages' });
  }
  const name = hostNameOf(headers.get('Host') ?? '');
  if (isIP(name) !== 0 || name === 'localhost' || name === hostname) return undefined;
  const message = 'The Host header field must be an IP address, localhost or the host of the option "origin"';
  return apiFailure({ status: 403, message });
}

/** Returns the host name of a `Host` header field, without the port and without the brackets of IPv6. */
const hostNameOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');
