import { isIP } from 'node:net';
import { readJsonObject } from '../http/request-body.js';
import { apiFailure, type SandboxResponse } from '../response.js';
import { createHandlers, type HandlerOptions, rejectIgnored } from './handlers.js';

/** Path below which the sandbox serves the control API. */
export const CONTROL_PATH = '/_sandbox';

/** Returns whether the URL of a request, without the origin, belongs to the control API. */
export const isControlUrl = (url = ''): boolean => /^\/_sandbox(?=[/?]|$)/.test(url);

export interface ControlApiOptions extends HandlerOptions {
  readonly hostname: string;
}

/** Creates the function that handles the requests below `/_sandbox`. It sends no CORS header fields. */
export function createControlApi({ hostname, ...options }: ControlApiOptions): (request: Request) => Promise<Response> {
  const handlers = createHandlers(options);
  return async (request) => {
    const { status, headers, body } = await respond(request).catch(failure);
    const fields = { 'Cache-Control': 'no-store', ...headers };
    return body === undefined
      ? new Response(null, { status, headers: fields })
      : Response.json(body, { status, headers: fields });
  };

  async function respond(request: Request): Promise<SandboxResponse> {
    const rejected = rejectWebPages(request, hostname);
    if (rejected !== undefined) return rejected;
    const { pathname, searchParams: query } = new URL(request.url);
    const [name = '', ...parameters] = pathname
      .slice(CONTROL_PATH.length + 1)
      .split('/')
      .map(decode);
    const path = [name, ...parameters.map(() => '*')].join('/');
    const methods = Object.hasOwn(handlers, path) ? handlers[path] : undefined;
    if (methods === undefined) return apiFailure({ status: 404, message: `No such path: ${pathname}` });
    const handle = methods[request.method];
    if (handle === undefined) {
      const message = `${request.method} is not allowed for this path`;
      return apiFailure({ status: 405, message }, {}, { Allow: Object.keys(methods).join(', ') });
    }
    const read = await readJsonObject(request);
    if ('response' in read) return read.response;
    // Only GET /requests has filters. A DELETE that ignored one would delete too much.
    if (request.method !== 'GET') rejectIgnored([...query.keys()]);
    if (request.method === 'DELETE') rejectIgnored(Object.keys(read.body));
    return await handle({ parameters, query, body: read.body, signal: request.signal });
  }
}

/** Decodes a segment of a path, or returns it unchanged if its percent-encoding is not valid. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the response to an error: the functions of the sandbox throw a TypeError for an invalid option. */
function failure(error: unknown): SandboxResponse {
  // In Jest, errors of the platform are not instances of Error, which belongs to another realm.
  const message = String(Object(error).message ?? error);
  if (error instanceof TypeError) return apiFailure({ status: 400, message });
  // No request matched before the timeout of `waitFor`.
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return apiFailure({ status: isTimeout ? 404 : 500, message });
}

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
function rejectWebPages({ headers }: Request, hostname: string): SandboxResponse | undefined {
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
