import { STATUS_CODES } from 'node:http';
import type { CallOutcome } from '../call-outcome.ts';
import { head, issueToken, json, type Responder, type ResponderContext, raw, respond } from '../scripted-server.ts';
import { apiError, type FaultCase, GET_PATH, RETRIED, TOKEN } from './case.ts';

type Method = NonNullable<FaultCase['method']>;

/** Request body of PUT, POST and PATCH. Its non-ASCII text shows that a retry sends the same bytes. */
const BODY = { name: 'Ünïcode “thing”', tags: ['a', 'b'] };
const callOf = (method: Method) => ({ method, ...(['PUT', 'POST', 'PATCH'].includes(method) && { body: BODY }) });

const errorOutcome = (status: number, method: Method, attempt = 1): CallOutcome => {
  const suffix = attempt > 1 ? ` (attempt ${attempt})` : '';
  const line = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return apiError(status, `${line}: ${method} ${GET_PATH}: no${suffix}`, { message: 'no' });
};
const answer = (status: number) => json(status, { message: 'no' });
const accept = json(200, { id: 'tep_1' });
const success: CallOutcome = { status: 200, data: { id: 'tep_1' } };
const tokens = (count: number) => Array.from({ length: count }, (_, nth) => issueToken(`${TOKEN}-${nth}`));

/** Failure statuses that the client does not retry if it has a static token. */
const NOT_RETRIED = [400, 401, 403, 404, 405, 409, 410, 412, 415, 422, 425, 431, 451, 500, 501, 505, 507, 511];

export const statuses: readonly FaultCase[] = [
  ...NOT_RETRIED.map((status) => ({
    name: `GET that gets a ${status} response`,
    api: [answer(status)],
    expected: errorOutcome(status, 'GET'),
  })),
  ...RETRIED.map((status) => ({
    name: `GET that gets a ${status} response and then a 200 response`,
    api: [answer(status), accept],
    expected: success,
  })),
  ...(['DELETE', 'PUT'] as const).map((method) => ({
    name: `${method} that gets three 502 responses`,
    ...callOf(method),
    api: [answer(502), answer(502), answer(502)],
    expected: errorOutcome(502, method, 3),
  })),
  ...(['POST', 'PATCH'] as const).flatMap((method) => [
    {
      name: `${method} (not idempotent) that gets a 503 response`,
      ...callOf(method),
      api: [answer(503)],
      expected: errorOutcome(503, method),
    },
    {
      name: `${method} that gets a 429 response and then a 200 response`,
      ...callOf(method),
      api: [answer(429), accept],
      expected: success,
    },
    {
      name: `${method} that gets a 401 response and then a 200 response for a new token`,
      ...callOf(method),
      token: tokens(2),
      api: [answer(401), accept],
      expected: success,
    },
  ]),
  {
    name: 'DELETE that gets three 429 responses',
    method: 'DELETE',
    api: [answer(429), answer(429), answer(429)],
    expected: errorOutcome(429, 'DELETE', 3),
  },
  {
    name: 'GET that gets a 401 response for the first token and for two new tokens',
    token: tokens(3),
    api: [answer(401), answer(401), answer(401)],
    expected: errorOutcome(401, 'GET'),
  },
  {
    name: 'GET that gets a 502, a 429, a 401 and a 200 response',
    token: tokens(2),
    api: [answer(502), answer(429), answer(401), accept],
    expected: success,
  },
  {
    name: 'DELETE that the server performs, but that gets a 502 and then a 404 response,',
    method: 'DELETE',
    api: [answer(502), answer(404)],
    expected: errorOutcome(404, 'DELETE', 2),
  },
  { name: 'GET that gets the unregistered status 299', api: [respond(299, '{}')], expected: { status: 299, data: {} } },
];

const BODIES = { GET: {}, DELETE: {}, POST: { body: { name: 'thing' } } };
const METHODS = ['GET', 'DELETE', 'POST'] as const;

type Target = readonly [where: string, url: (context: ResponderContext) => string];

const ANOTHER_ORIGIN: Target = [
  'another origin',
  ({ otherOrigin }) => `${otherOrigin}/api/v2/token-exchange-profiles/tep_1`,
];
const OTHER_TARGETS: readonly Target[] = [
  ['the same origin', ({ origin }) => `${origin}/api/v2/other`],
  ['another origin with a scheme-relative URL', ({ otherOrigin }) => otherOrigin.replace('http:', '')],
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
