import type { CallOutcome } from '../call-outcome.ts';
import { head, issueToken, json, jsonText, rawThenEnd, rawThenReset, resetConnection, respond } from '../responders.ts';
import type { Responder } from '../scripted-server.ts';
import { apiError, BACKOFF, type FaultCase, GET_PATH, JITTER, RETRIED, type TimedCase, TOKEN } from './case.ts';

const accept = json(200, { id: 'tep_1' });
const success: CallOutcome = { status: 200, data: { id: 'tep_1' } };

/** Error codes of RFC 6749 section 5.2, and two others that servers send. */
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

const SENT = '; the audience of the request was "http://127.0.0.1/api/v2/"';
const tokenError = (status: number, summary: string, code?: string, description?: string): CallOutcome => ({
  thrown: 'TokenError',
  status,
  message: `Token request: ${status}: ${summary}${status === 403 ? SENT : ''}`,
  code,
  description,
  cause: undefined,
});
const noOAuthError = (status: number): CallOutcome => tokenError(status, 'the body has no OAuth error code');

const threeTimes = (responder: Responder): Responder[] => [responder, responder, responder];

const oauthErrors: FaultCase[] = OAUTH_ERRORS.flatMap(([status, code]): FaultCase[] => [
  {
    name: `call whose ${status} token response has the error ${code} and no description`,
    token: [json(status, { error: code })],
    expected: tokenError(status, code, code),
  },
  {
    name: `call whose ${status} token response has the error ${code} and a description`,
    token: [json(status, { error: code, error_description: 'Not today', error_uri: 'https://acme.example.com/why' })],
    expected: tokenError(status, `${code}: Not today`, code, 'Not today'),
  },
  {
    name: `call whose ${status} token response has the error ${code} and no content type`,
    token: [respond(status, JSON.stringify({ error: code }))],
    expected: tokenError(status, code, code),
  },
]);

const unusableSuccesses: [string, Responder][] = [
  ['an empty body', respond(200)],
  ['an empty body and a JSON content type', jsonText(200, '')],
  ['status 204', respond(204)],
  ['the body {}', jsonText(200, '{}')],
  ['the body null', jsonText(200, 'null')],
  ['an array as the body', jsonText(200, JSON.stringify([TOKEN]))],
  ['a JSON string as the body', jsonText(200, JSON.stringify(TOKEN))],
  ['HTML as the body', respond(200, '<p>Welcome</p>', { 'Content-Type': 'text/html' })],
  ['truncated JSON as the body', jsonText(200, `{"access_token":"${TOKEN}"`)],
  ['no access_token', json(200, { token_type: 'Bearer', expires_in: 86_400 })],
  ['an empty access_token', issueToken('')],
  ['an access_token that is not a string', json(200, { access_token: { value: TOKEN } })],
  ['an access_token with a space', issueToken(`${TOKEN} ${TOKEN}`)],
  ['an access_token with a line break', issueToken(`${TOKEN}\r\nX-Evil: 1`)],
  ['an access_token with non-ASCII characters', issueToken(`${TOKEN}é`)],
];

const STATUSES: Record<string, number> = { 'status 204': 204 };

const lifetimes: [string, object][] = [
  ['no expires_in', { expires_in: undefined }],
  ['expires_in null', { expires_in: null }],
  ['expires_in 0', { expires_in: 0 }],
  ['a negative expires_in', { expires_in: -3_600 }],
  ['expires_in as a string', { expires_in: '3600' }],
  ['an expires_in that is not a number', { expires_in: 'soon' }],
  ['expires_in as an array', { expires_in: [] }],
  ['expires_in 1', { expires_in: 1 }],
  ['expires_in 1e300', { expires_in: 1e300 }],
];

const scopes: [string, object][] = [
  ['no scope', { scope: undefined }],
  ['an empty scope', { scope: '' }],
  ['a scope that was not requested', { scope: 'delete:everything' }],
  ['a scope as an array', { scope: ['read:token_exchange_profiles'] }],
  ['a scope that is not a string', { scope: 42 }],
  ['a scope with a line break', { scope: 'a\nb' }],
  ['no token_type', { token_type: undefined }],
  ['a token_type in lower case', { token_type: 'bearer' }],
  ['a token_type in upper case', { token_type: 'BEARER' }],
  ['unknown fields', { refresh_token: `${TOKEN}-r`, constructor: 1, toString: 1 }],
];

const invalidTokenTypes: [string, unknown][] = [
  ['DPoP', 'DPoP'],
  ['MAC', 'MAC'],
  ['N_A', 'N_A'],
  ['an empty string', ''],
  ['a number', 1],
  ['null', null],
  ['an array', ['Bearer']],
  ['a text that starts with Bearer', 'Bearer x'],
  ['a text that ends with Bearer', 'x Bearer'],
];

const htmlPage = (status: number): Responder =>
  respond(status, '<h1>Bad Gateway</h1>', { 'Content-Type': 'text/html' });

export const tokenEndpoint: readonly FaultCase[] = [
  ...oauthErrors,
  ...unusableSuccesses.map(([content, responder]) => ({
    name: `call whose token response has ${content}`,
    token: [responder],
    expected: tokenError(STATUSES[content] ?? 200, 'no usable access_token in the body'),
  })),
  ...[...lifetimes, ...scopes].map(([fields, rest]) => ({
    name: `call whose token response has ${fields}`,
    token: [issueToken(TOKEN, rest)],
    api: [accept],
    expected: success,
  })),
  ...invalidTokenTypes.map(([type, token_type]) => ({
    name: `call whose token response has ${type} as token_type`,
    token: [issueToken(TOKEN, { token_type })],
    expected: tokenError(200, 'token_type is not Bearer'),
  })),
  ...[400, 401, 403, 404, 500].flatMap((status) =>
    Object.entries({
      'HTML as the body': htmlPage(status),
      'an empty body': respond(status),
      'the body {}': jsonText(status, '{}'),
      'the body null': jsonText(status, 'null'),
      'a truncated body': rawThenEnd(head(status, { 'Content-Length': '99' }), '{"error":"inval'),
    }).map(([content, responder]) => ({
      name: `call whose ${status} token response has ${content}`,
      token: [responder],
      expected: noOAuthError(status),
    })),
  ),
  ...[429, ...RETRIED].flatMap((status): FaultCase[] => [
    {
      name: `call that gets three ${status} token responses with HTML`,
      token: threeTimes(htmlPage(status)),
      expected: noOAuthError(status),
    },
    {
      name: `call that gets three ${status} token responses with an OAuth error`,
      token: threeTimes(json(status, { error: 'temporarily_unavailable' })),
      expected: tokenError(status, 'temporarily_unavailable', 'temporarily_unavailable'),
    },
    {
      name: `call that gets a ${status} token response and then a token`,
      token: [htmlPage(status), issueToken(TOKEN)],
      api: [accept],
      expected: success,
    },
  ]),
  {
    name: 'call that gets a connection reset in each token request',
    token: threeTimes(resetConnection),
    expected: { thrown: 'NetworkError' },
  },
  {
    name: 'call that gets a connection reset in the first token request and then a token',
    token: [resetConnection, issueToken(TOKEN)],
    api: [accept],
    expected: success,
  },
  ...Object.entries({ truncated: rawThenEnd, 'cut off by a connection reset': rawThenReset }).map(
    ([fault, cutOff]) => ({
      name: `call whose token response is ${fault}`,
      token: [cutOff(head(200, { 'Content-Length': '99' }), `{"access_token":"${TOKEN}`)],
      expected: { thrown: 'NetworkError' },
    }),
  ),
  {
    name: 'call that gets 401 from the API and then 403 from the token endpoint',
    token: [issueToken(`${TOKEN}-1`), json(403, { error: 'access_denied' })],
    api: [json(401, {})],
    expected: tokenError(403, 'access_denied', 'access_denied'),
  },
  {
    name: 'call that gets 401 from the API and then the same token again from the token endpoint',
    token: [issueToken(`${TOKEN}-1`), issueToken(`${TOKEN}-1`)],
    api: [json(401, { message: 'no' })],
    expected: apiError(401, `401 Unauthorized: GET ${GET_PATH}: no`, { message: 'no' }),
  },
];

/** Cases with fake time that assert the delays between token requests. */
export const tokenDelays: readonly TimedCase[] = [
  {
    name: 'call that gets a 429 token response with Retry-After and then a token',
    token: [json(429, {}, { 'Retry-After': '7' }), issueToken(TOKEN)],
    api: [accept],
    delays: [7_000 + JITTER, 0],
    expected: success,
  },
  {
    name: 'call that gets a 429 token response with a Retry-After longer than the timeout',
    token: [json(429, { error: 'slow_down' }, { 'Retry-After': '3600' })],
    delays: [],
    expected: tokenError(429, 'slow_down', 'slow_down'),
  },
  {
    // The two delays together are longer than the timeout.
    name: 'call that gets 429 with Retry-After: 40 from the token endpoint and then from the API',
    token: [json(429, {}, { 'Retry-After': '40' }), issueToken(TOKEN)],
    api: [json(429, null, { 'Retry-After': '40' })],
    delays: [40_000 + JITTER, 0],
    expected: apiError(429, `429 Too Many Requests: GET ${GET_PATH}`, null),
  },
  {
    name: 'call that gets a 503 token response, then a connection reset, then a token,',
    token: [htmlPage(503), resetConnection, issueToken(TOKEN)],
    api: [accept],
    delays: [BACKOFF, 2 * BACKOFF, 0],
    expected: success,
  },
];
