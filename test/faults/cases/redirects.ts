import { STATUS_CODES } from 'node:http';
import { head, raw } from '../responders.ts';
import type { Responder, ResponderContext } from '../scripted-server.ts';
import { apiError, type FaultCase, GET_PATH } from './case.ts';

const BODIES = { GET: {}, DELETE: {}, POST: { body: { name: 'thing' } } };
const METHODS = ['GET', 'DELETE', 'POST'] as const;

type Target = readonly [where: string, url: (context: ResponderContext) => string];

const ANOTHER_ORIGIN: Target = [
  'another origin',
  ({ otherOrigin }) => `${otherOrigin}/api/v2/token-exchange-profiles/tep_1`,
];
const OTHER_TARGETS: readonly Target[] = [
  ['the same origin', ({ origin }) => `${origin}/api/v2/other`],
  ['the same URL', () => '#'],
  ['another origin with a scheme-relative URL', ({ otherOrigin }) => otherOrigin.replace('http:', '')],
  ['an invalid URL', () => 'http://[/'],
];

const REDIRECTS = [
  ...[300, 301, 302, 303, 304, 307, 308].map((status) => [status, ANOTHER_ORIGIN] as const),
  ...OTHER_TARGETS.map((target) => [307, target] as const),
];

const redirect =
  (status: number, target: (context: ResponderContext) => string): Responder =>
  (context) => {
    // Without Content-Length: 0 the client would wait for a body, which most of these status codes allow.
    raw(head(status, { Location: target(context), 'Content-Length': '0' }))(context);
  };

/** Redirects of the API. The client follows none of them. */
export const redirects: readonly FaultCase[] = REDIRECTS.flatMap(([status, [where, target]]) =>
  METHODS.map((method) => ({
    name: `${method} that gets a ${status} redirect to ${where}`,
    method,
    ...BODIES[method],
    api: [redirect(status, target)],
    expected: apiError(status, `${status} ${STATUS_CODES[status]}: ${method} ${GET_PATH}`),
  })),
);

/** Redirects of the token endpoint. The client follows none of them. */
export const tokenRedirects: readonly FaultCase[] = REDIRECTS.map(([status, [where, target]]) => ({
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
}));
