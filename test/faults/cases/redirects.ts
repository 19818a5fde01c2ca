import { STATUS_CODES } from 'node:http';
import { head, raw } from '../responders.ts';
import type { Responder, ResponderContext } from '../scripted-server.ts';
import { type FaultCase, GET_PATH } from './case.ts';

const REDIRECTS = [300, 301, 302, 303, 304, 307, 308] as const;
const BODIES = { GET: {}, DELETE: {}, POST: { body: { name: 'thing' } } };
const METHODS = ['GET', 'DELETE', 'POST'] as const;

/** Targets of the redirects. */
const TARGETS: readonly [string, (context: ResponderContext) => string][] = [
  ['the same origin', ({ origin }) => `${origin}/api/v2/other`],
  ['the same URL', () => '#'],
  ['another origin', ({ otherOrigin }) => `${otherOrigin}/api/v2/token-exchange-profiles/tep_1`],
  ['another origin with a scheme-relative URL', ({ otherOrigin }) => otherOrigin.replace('http:', '')],
  ['an invalid URL', () => 'http://[/'],
];

const redirect =
  (status: number, target: (context: ResponderContext) => string): Responder =>
  (context) => {
    // Without Content-Length: 0 the client would wait for a body, which most of these status codes allow.
    raw(head(status, { Location: target(context), 'Content-Length': '0' }))(context);
  };

/** Redirects of the API. The client follows none of them. */
export const redirects: readonly FaultCase[] = TARGETS.flatMap(([where, target]) =>
  REDIRECTS.flatMap((status) =>
    METHODS.map((method) => ({
      name: `${method} that gets a ${status} redirect to ${where}`,
      method,
      ...BODIES[method],
      api: [redirect(status, target)],
      expected: {
        error: 'ApiError' as const,
        status,
        message: `${status} ${STATUS_CODES[status]}: ${method} ${GET_PATH}`,
        body: undefined,
        cause: undefined,
      },
    })),
  ),
);

/** Redirects of the token endpoint. The client follows none of them. */
export const tokenRedirects: readonly FaultCase[] = TARGETS.flatMap(([where, target]) =>
  REDIRECTS.map((status) => ({
    name: `token request that gets a ${status} redirect to ${where}`,
    token: [redirect(status, target)],
    expected: {
      thrown: 'TokenError' as const,
      status,
      message: `Token request: ${status}: redirect not followed`,
      code: undefined,
      description: undefined,
      cause: undefined,
    },
  })),
);
