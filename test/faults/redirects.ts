import { STATUS_CODES } from 'node:http';
import { type FaultCase, GET_PATH } from './case.ts';
import type { Exchange, Reply } from './fault-server.ts';
import { head, raw } from './replies.ts';

const REDIRECTS = [300, 301, 302, 303, 304, 307, 308] as const;
const BODIES = { GET: {}, DELETE: {}, POST: { body: { name: 'thing' } } };
const METHODS = ['GET', 'DELETE', 'POST'] as const;

/** Where the redirects lead. */
const TARGETS: readonly [string, (exchange: Exchange) => string][] = [
  ['the same origin', ({ origin }) => `${origin}/api/v2/other`],
  ['the same URL', () => '#'],
  ['another origin', ({ elsewhere }) => `${elsewhere}/api/v2/token-exchange-profiles/tep_1`],
  ['another origin without a scheme', ({ elsewhere }) => elsewhere.replace('http:', '')],
  ['what is no URL', () => 'http://[/'],
];

const redirect =
  (status: number, target: (exchange: Exchange) => string): Reply =>
  (exchange) => {
    // A 304 has no body, whatever its length says.
    raw(head(status, { Location: target(exchange), 'Content-Length': '0' }))(exchange);
  };

/** Redirects of the API, none of which is followed. */
export const redirects: readonly FaultCase[] = TARGETS.flatMap(([where, target]) =>
  REDIRECTS.flatMap((status) =>
    METHODS.map((method) => ({
      name: `${status} of a ${method} to ${where}`,
      method,
      ...BODIES[method],
      api: [redirect(status, target)],
      seen: {
        error: 'ApiError' as const,
        status,
        message: `${status} ${STATUS_CODES[status]}: ${method} ${GET_PATH}`,
        body: undefined,
        cause: undefined,
      },
    })),
  ),
);

/** Redirects of the token endpoint, none of which is followed. */
export const tokenRedirects: readonly FaultCase[] = TARGETS.flatMap(([where, target]) =>
  REDIRECTS.map((status) => ({
    name: `${status} to ${where}`,
    token: [redirect(status, target)],
    seen: {
      thrown: 'TokenError' as const,
      status,
      message: `Token request: ${status}: redirect not followed`,
      code: undefined,
      description: undefined,
      cause: undefined,
    },
  })),
);
