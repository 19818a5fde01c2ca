import { BACKOFF, type FaultCase, JITTER, type Seen, type TimedCase, TOKEN } from './case.ts';
import type { Reply } from './fault-server.ts';
import { head, issue, json, jsonText, rawThenEnd, rawThenReset, reset, respond } from './replies.ts';

const done = json(200, { id: 'tep_1' });
const doneSeen: Seen = { status: 200, data: { id: 'tep_1' } };

/** The codes of RFC 6749 section 5.2, and two that servers give beside them. */
const OAUTH_ERRORS: readonly [number, string][] = [
  [400, 'invalid_request'],
  [401, 'invalid_client'],
  [400, 'invalid_grant'],
  [400, 'unauthorized_client'],
  [400, 'unsupported_grant_type'],
  [400, 'invalid_scope'],
  [403, 'access_denied'],
  [500, 'server_error'],
];

const tokenError = (status: number, said: string, code?: string, description?: string): Seen => ({
  thrown: 'TokenError',
  status,
  message: `Token request: ${status}: ${said}`,
  code,
  description,
  cause: undefined,
});
const unexplained = (status: number): Seen => tokenError(status, 'no OAuth error in the body');
const unusable = tokenError(200, 'no usable access_token in the body');

const three = (reply: Reply): Reply[] => [reply, reply, reply];

const refusals: FaultCase[] = OAUTH_ERRORS.flatMap(([status, code]): FaultCase[] => [
  { name: `${code} alone`, token: [json(status, { error: code })], seen: tokenError(status, code, code) },
  {
    name: `${code} with a description`,
    token: [json(status, { error: code, error_description: 'Not today', error_uri: 'https://acme.example.com/why' })],
    seen: tokenError(status, `${code}: Not today`, code, 'Not today'),
  },
  {
    name: `${code} of no content type`,
    token: [respond(status, JSON.stringify({ error: code }))],
    seen: tokenError(status, code, code),
  },
]);

const unusableSuccesses: [string, Reply][] = [
  ['nothing', respond(200)],
  ['nothing, with a JSON content type', jsonText(200, '')],
  ['nothing, as a 204', respond(204)],
  ['{}', jsonText(200, '{}')],
  ['null', jsonText(200, 'null')],
  ['an array', jsonText(200, JSON.stringify([TOKEN]))],
  ['a text', jsonText(200, JSON.stringify(TOKEN))],
  ['HTML', respond(200, '<p>Welcome</p>', { 'Content-Type': 'text/html' })],
  ['JSON that ends early', jsonText(200, `{"access_token":"${TOKEN}"`)],
  ['no access_token', json(200, { token_type: 'Bearer', expires_in: 86_400 })],
  ['an empty access_token', issue('')],
  ['an access_token that is no text', json(200, { access_token: { value: TOKEN } })],
  ['an access_token of two words', issue(`${TOKEN} ${TOKEN}`)],
  ['an access_token with a line break', issue(`${TOKEN}\r\nX-Evil: 1`)],
  ['an access_token beyond ASCII', issue(`${TOKEN}é`)],
];

const STATUSES: Record<string, number> = { 'nothing, as a 204': 204 };

const lifetimes: [string, object][] = [
  ['a lifetime that is missing', { expires_in: undefined }],
  ['a lifetime of null', { expires_in: null }],
  ['a lifetime of zero', { expires_in: 0 }],
  ['a negative lifetime', { expires_in: -3_600 }],
  ['a lifetime as a text', { expires_in: '3600' }],
  ['a lifetime that is no number', { expires_in: 'soon' }],
  ['a lifetime that is a list', { expires_in: [] }],
  ['a lifetime of a second', { expires_in: 1 }],
  ['a lifetime beyond all time', { expires_in: 1e300 }],
];

const scopes: [string, object][] = [
  ['no scope', { scope: undefined }],
  ['an empty scope', { scope: '' }],
  ['another scope than any asked for', { scope: 'delete:everything' }],
  ['a scope that is a list', { scope: ['read:token_exchange_profiles'] }],
  ['a scope that is no text', { scope: 42 }],
  ['a scope with a line break', { scope: 'a\nb' }],
  ['no token_type', { token_type: undefined }],
  ['a token_type in lower case', { token_type: 'bearer' }],
  ['a token_type in upper case', { token_type: 'BEARER' }],
  ['fields that nobody knows', { refresh_token: `${TOKEN}-r`, constructor: 1, toString: 1 }],
];

const oddTypes: [string, unknown][] = [
  ['DPoP', 'DPoP'],
  ['MAC', 'MAC'],
  ['N_A', 'N_A'],
  ['an empty text', ''],
  ['a number', 1],
  ['null', null],
  ['a list', ['Bearer']],
];

const page = (status: number): Reply => respond(status, '<h1>Bad Gateway</h1>', { 'Content-Type': 'text/html' });

export const tokenEndpoint: readonly FaultCase[] = [
  ...refusals,
  ...unusableSuccesses.map(([what, reply]) => ({
    name: `a success with ${what}`,
    token: [reply],
    seen: { ...unusable, ...tokenError(STATUSES[what] ?? 200, 'no usable access_token in the body') },
  })),
  ...[...lifetimes, ...scopes].map(([what, rest]) => ({
    name: `a token with ${what}`,
    token: [issue(TOKEN, rest)],
    api: [done],
    seen: doneSeen,
  })),
  ...oddTypes.map(([what, token_type]) => ({
    name: `a token_type of ${what}`,
    token: [issue(TOKEN, { token_type })],
    seen: tokenError(200, 'token_type is not Bearer'),
  })),
  ...[400, 401, 403, 404, 500].flatMap((status): FaultCase[] => [
    { name: `${status} with HTML`, token: [page(status)], seen: unexplained(status) },
    { name: `${status} with nothing`, token: [respond(status)], seen: unexplained(status) },
    { name: `${status} with {}`, token: [jsonText(status, '{}')], seen: unexplained(status) },
    { name: `${status} with null`, token: [jsonText(status, 'null')], seen: unexplained(status) },
    {
      name: `${status} with a body that is cut off`,
      token: [rawThenEnd(head(status, { 'Content-Length': '99' }), '{"error":"inval')],
      seen: unexplained(status),
    },
  ]),
  ...[429, 502, 503, 504].flatMap((status): FaultCase[] => [
    { name: `${status} with HTML, three times`, token: three(page(status)), seen: unexplained(status) },
    {
      name: `${status} with an OAuth error, three times`,
      token: three(json(status, { error: 'temporarily_unavailable' })),
      seen: tokenError(status, 'temporarily_unavailable', 'temporarily_unavailable'),
    },
    { name: `${status}, then a token`, token: [page(status), issue(TOKEN)], api: [done], seen: doneSeen },
  ]),
  { name: 'a reset, three times', token: three(reset), seen: { thrown: 'NetworkError' } },
  { name: 'a reset, then a token', token: [reset, issue(TOKEN)], api: [done], seen: doneSeen },
  {
    name: 'a success that is cut off',
    token: [rawThenEnd(head(200, { 'Content-Length': '99' }), `{"access_token":"${TOKEN}`)],
    seen: { thrown: 'NetworkError' },
  },
  {
    name: 'a success that is reset',
    token: [rawThenReset(head(200, { 'Content-Length': '99' }), `{"access_token":"${TOKEN}`)],
    seen: { thrown: 'NetworkError' },
  },
  {
    name: 'a refusal in place of the token that shall replace a refused one',
    token: [issue(`${TOKEN}-1`), json(403, { error: 'access_denied' })],
    api: [json(401, {})],
    seen: tokenError(403, 'access_denied', 'access_denied'),
  },
  {
    name: 'the same token again in place of a refused one, with which the 401 stands',
    token: [issue(`${TOKEN}-1`), issue(`${TOKEN}-1`)],
    api: [json(401, { message: 'no' })],
    seen: {
      error: 'ApiError',
      status: 401,
      message: '401 Unauthorized: GET /token-exchange-profiles/{id}: no',
      body: { message: 'no' },
      cause: undefined,
    },
  },
];

/** The waits of the token request: with them time is the test's. */
export const tokenWaits: readonly TimedCase[] = [
  {
    name: '429 with Retry-After, then a token',
    token: [json(429, {}, { 'Retry-After': '7' }), issue(TOKEN)],
    api: [done],
    waits: [7_000 + JITTER, 0],
    seen: doneSeen,
  },
  {
    name: '429 with Retry-After that is too long',
    token: [json(429, { error: 'slow_down' }, { 'Retry-After': '3600' })],
    waits: [],
    seen: tokenError(429, 'slow_down', 'slow_down'),
  },
  {
    name: '429 with Retry-After, whose wait leaves the API too little time for its own',
    token: [json(429, {}, { 'Retry-After': '40' }), issue(TOKEN)],
    api: [json(429, null, { 'Retry-After': '40' })],
    waits: [40_000 + JITTER, 0],
    seen: {
      error: 'ApiError',
      status: 429,
      message: '429 Too Many Requests: GET /token-exchange-profiles/{id}',
      body: null,
      cause: undefined,
    },
  },
  {
    name: '503 and a reset, each with a backoff, then a token',
    token: [page(503), reset, issue(TOKEN)],
    api: [done],
    waits: [BACKOFF, 2 * BACKOFF, 0],
    seen: doneSeen,
  },
];
