import type { CallOutcome } from '../call-outcome.ts';
import {
  head,
  issueToken,
  json,
  jsonText,
  type Responder,
  rawThenEnd,
  rawThenReset,
  resetConnection,
  respond,
} from '../scripted-server.ts';
import { apiError, type FaultCase, GET_PATH, JITTER, type TimedCase, TOKEN } from './case.ts';

const accept = json(200, { id: 'tep_1' });
const success: CallOutcome = { status: 200, data: { id: 'tep_1' } };

const SENT = '; the audience of the request was "http://127.0.0.1/api/v2/"';
const tokenError = (status: number, summary: string, code?: string, description?: string): CallOutcome => ({
  thrown: 'TokenError',
  status,
  message: `Token request: ${status}: ${summary}${status === 403 ? SENT : ''}`,
  code,
  description,
  cause: undefined,
});

const threeTimes = (responder: Responder): Responder[] => [responder, responder, responder];

const unusableSuccesses: [string, Responder][] = [
  ['an empty body', respond(200)],
  ['the body {}', jsonText(200, '{}')],
  ['an array as the body', jsonText(200, JSON.stringify([TOKEN]))],
  ['HTML as the body', respond(200, '<p>Welcome</p>', { 'Content-Type': 'text/html' })],
  ['no access_token', json(200, { token_type: 'Bearer', expires_in: 86_400 })],
  ['an empty access_token', issueToken('')],
  ['an access_token that is not a string', json(200, { access_token: { value: TOKEN } })],
  ['an access_token with a line break', issueToken(`${TOKEN}\r\nX-Evil: 1`)],
  ['an access_token with non-ASCII characters', issueToken(`${TOKEN}é`)],
];

const acceptedFields: [string, object][] = [
  ['expires_in as a string', { expires_in: '3600' }],
  ['no scope', { scope: undefined }],
  ['no token_type', { token_type: undefined }],
  ['a token_type in upper case', { token_type: 'BEARER' }],
  ['unknown fields', { refresh_token: `${TOKEN}-r`, constructor: 1, toString: 1 }],
];

const invalidTokenTypes: [string, unknown][] = [
  ['DPoP', 'DPoP'],
  ['null', null],
  ['a text that starts with Bearer', 'Bearer x'],
  ['a text that ends with Bearer', 'x Bearer'],
];

const htmlPage = (status: number): Responder =>
  respond(status, '<h1>Bad Gateway</h1>', { 'Content-Type': 'text/html' });

export const tokenEndpoint: readonly FaultCase[] = [
  {
    name: 'call whose 401 token response has the error invalid_client and a description',
    token: [
      json(401, { error: 'invalid_client', error_description: 'Not today', error_uri: 'https://acme.example.com' }),
    ],
    expected: tokenError(401, 'invalid_client: Not today', 'invalid_client', 'Not today'),
  },
  ...unusableSuccesses.map(([content, responder]) => ({
    name: `call whose token response has ${content}`,
    token: [responder],
    expected: tokenError(200, 'no usable access_token in the body'),
  })),
  ...acceptedFields.map(([fields, rest]) => ({
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
  ...Object.entries({
    'HTML as the body': htmlPage(403),
    'the body null': jsonText(403, 'null'),
    'a truncated body': rawThenEnd(head(403, { 'Content-Length': '99' }), '{"error":"inval'),
  }).map(([content, responder]) => ({
    name: `call whose 403 token response has ${content}`,
    token: [responder],
    expected: tokenError(403, 'the body has no OAuth error code'),
  })),
  {
    name: 'call that gets three 429 token responses with an OAuth error',
    token: threeTimes(json(429, { error: 'slow_down' })),
    expected: tokenError(429, 'slow_down', 'slow_down'),
  },
  {
    name: 'call that gets a 503 token response and then a token',
    token: [htmlPage(503), issueToken(TOKEN)],
    api: [accept],
    expected: success,
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
];
