import { STATUS_CODES } from 'node:http';
import type { CallOutcome } from '../call-outcome.ts';
import { issueToken, json, respond } from '../responders.ts';
import { apiError, type FaultCase, GET_PATH, RETRIED, TOKEN } from './case.ts';

const METHODS = ['GET', 'DELETE', 'PUT', 'POST', 'PATCH'] as const;
type Method = (typeof METHODS)[number];

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

/** Failure statuses that the client does not retry if it has a static token. */
const NOT_RETRIED = [400, 401, 403, 404, 405, 409, 410, 412, 415, 422, 425, 431, 451, 500, 501, 505, 507, 511];

export const statuses: readonly FaultCase[] = [
  ...METHODS.flatMap((method) =>
    NOT_RETRIED.map((status) => ({
      name: `${method} that gets a ${status} response`,
      ...callOf(method),
      api: [answer(status)],
      expected: errorOutcome(status, method),
    })),
  ),
  ...(['GET', 'DELETE', 'PUT'] as const).flatMap((method) =>
    RETRIED.flatMap((status): FaultCase[] => [
      {
        name: `${method} that gets a ${status} response and then a 200 response`,
        ...callOf(method),
        api: [answer(status), accept],
        expected: success,
      },
      {
        name: `${method} that gets three ${status} responses`,
        ...callOf(method),
        api: [answer(status), answer(status), answer(status)],
        expected: errorOutcome(status, method, 3),
      },
    ]),
  ),
  ...(['POST', 'PATCH'] as const).flatMap((method) =>
    RETRIED.map((status) => ({
      name: `${method} (not idempotent) that gets a ${status} response`,
      ...callOf(method),
      api: [answer(status)],
      expected: errorOutcome(status, method),
    })),
  ),
  ...METHODS.flatMap((method): FaultCase[] => [
    {
      name: `${method} that gets a 429 response and then a 200 response`,
      ...callOf(method),
      api: [answer(429), accept],
      expected: success,
    },
    {
      name: `${method} that gets three 429 responses`,
      ...callOf(method),
      api: [answer(429), answer(429), answer(429)],
      expected: errorOutcome(429, method, 3),
    },
    {
      name: `${method} that gets a 401 response and then a 200 response for a new token`,
      ...callOf(method),
      token: [issueToken(`${TOKEN}-1`), issueToken(`${TOKEN}-2`)],
      api: [answer(401), accept],
      expected: success,
    },
    {
      name: `${method} that gets a 401 response for the first token and for two new tokens`,
      ...callOf(method),
      token: [issueToken(`${TOKEN}-1`), issueToken(`${TOKEN}-2`), issueToken(`${TOKEN}-3`)],
      api: [answer(401), answer(401), answer(401)],
      expected: errorOutcome(401, method),
    },
  ]),
  {
    name: 'POST that gets a 401 response with WWW-Authenticate and then a 200 response for a new token',
    ...callOf('POST'),
    token: [issueToken(`${TOKEN}-1`), issueToken(`${TOKEN}-2`)],
    api: [json(401, { message: 'no' }, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }), accept],
    expected: success,
  },
  {
    name: 'GET that gets a 502, a 429, a 401 and a 200 response',
    token: [issueToken(`${TOKEN}-1`), issueToken(`${TOKEN}-2`)],
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
