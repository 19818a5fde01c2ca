import { STATUS_CODES } from 'node:http';
import { type FaultCase, GET_PATH, type Seen, TOKEN } from './case.ts';
import { issue, json, respond } from './replies.ts';

const METHODS = ['GET', 'DELETE', 'PUT', 'POST', 'PATCH'] as const;
type Method = (typeof METHODS)[number];

/** What each method is sent with. */
const BODY = { name: 'Ünïcode “thing”', tags: ['a', 'b'] };
const BODIES: Partial<Record<Method, object>> = { PUT: { body: BODY }, POST: { body: BODY }, PATCH: { body: BODY } };

const refused = (status: number, method: Method, attempt = 1): Seen => ({
  error: 'ApiError',
  status,
  message: `${status} ${STATUS_CODES[status]}: ${method} ${GET_PATH}: no${attempt > 1 ? ` (attempt ${attempt})` : ''}`,
  body: { message: 'no' },
  cause: undefined,
});
const no = (status: number) => json(status, { message: 'no' });
const done = json(200, { id: 'tep_1' });
const doneSeen: Seen = { status: 200, data: { id: 'tep_1' } };

const standing = [400, 401, 403, 404, 405, 408, 409, 410, 412, 415, 422, 425, 431, 451, 500, 501, 505, 507, 511];

export const statuses: readonly FaultCase[] = [
  ...METHODS.flatMap((method) =>
    standing.map((status) => ({
      name: `${status} of a ${method} stands`,
      method,
      ...BODIES[method],
      api: [no(status)],
      seen: refused(status, method),
    })),
  ),
  ...(['GET', 'DELETE', 'PUT'] as const).flatMap((method) =>
    [502, 503, 504].flatMap((status): FaultCase[] => [
      {
        name: `${status} of a ${method}, then a success`,
        method,
        ...BODIES[method],
        api: [no(status), done],
        seen: doneSeen,
      },
      {
        name: `${status} of a ${method}, three times`,
        method,
        ...BODIES[method],
        api: [no(status), no(status), no(status)],
        seen: refused(status, method, 3),
      },
    ]),
  ),
  ...(['POST', 'PATCH'] as const).flatMap((method) =>
    [502, 503, 504].map((status) => ({
      name: `${status} of a ${method} is not repeated`,
      method,
      ...BODIES[method],
      api: [no(status)],
      seen: refused(status, method),
    })),
  ),
  ...METHODS.flatMap((method): FaultCase[] => [
    { name: `429 of a ${method}, then a success`, method, ...BODIES[method], api: [no(429), done], seen: doneSeen },
    {
      name: `429 of a ${method}, three times`,
      method,
      ...BODIES[method],
      api: [no(429), no(429), no(429)],
      seen: refused(429, method, 3),
    },
    {
      name: `401 of a ${method}, then a success with a new token`,
      method,
      ...BODIES[method],
      token: [issue(`${TOKEN}-1`), issue(`${TOKEN}-2`)],
      api: [no(401), done],
      seen: doneSeen,
    },
    {
      name: `401 of a ${method} with either token`,
      method,
      ...BODIES[method],
      token: [issue(`${TOKEN}-1`), issue(`${TOKEN}-2`)],
      api: [no(401), no(401)],
      seen: refused(401, method),
    },
  ]),
  {
    name: '401 with a challenge, of a POST',
    method: 'POST',
    ...BODIES.POST,
    token: [issue(`${TOKEN}-1`), issue(`${TOKEN}-2`)],
    api: [json(401, { message: 'no' }, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }), done],
    seen: doneSeen,
  },
  {
    name: 'a success that comes after a 502, a 429 and a 401',
    token: [issue(`${TOKEN}-1`), issue(`${TOKEN}-2`)],
    api: [no(502), no(429), no(401), done],
    seen: doneSeen,
  },
  {
    name: 'a DELETE that met a 404 of its own making',
    method: 'DELETE',
    api: [no(502), no(404)],
    seen: refused(404, 'DELETE', 2),
  },
  { name: 'a status that HTTP does not know', api: [respond(299, '{}')], seen: { status: 299, data: {} } },
];
