// The calls that every runtime makes, and their expected outcomes.
import { battery, timedBattery } from '../../test/faults/cases/battery.ts';
import { type FaultCase, withTitles } from '../../test/faults/cases/case.ts';
import { head, json, neverRespond, raw } from '../../test/faults/responders.ts';
import type { CallTask } from './messages.ts';

/** A call over a connection with a fault, with the subject and the title of its test. */
export interface Situation {
  readonly subject: string;
  readonly title: string;
  readonly row: SituationCase;
}

/** A case that only these tests have, because the tests of `test/faults` use fake time instead. */
export interface SituationCase extends FaultCase {
  readonly timeout?: number;
  readonly abort?: CallTask['abort'];
  /** Whether the port of the server refuses connections. */
  readonly isRefused?: boolean;
}

/**
 * The calls from the fault battery, by subject: a few of each kind. Browsers repair or retry other faults themselves, such
 * as a connection that is closed within the header fields. The chosen calls from the timed battery have no delay.
 */
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  'response without a body': [
    'GET that gets an empty 200 response (Content-Length: 0)',
    'DELETE that gets an empty 200 response (a chunked body with only the last chunk)',
    'DELETE that gets an empty 204 response (a JSON content type and a closed connection)',
    'DELETE that gets an empty 404 response (neither Content-Length nor chunks, and a closed connection)',
  ],
  'body of a 2xx response': [
    'GET that gets HTML in a 200 response',
    'GET that gets truncated JSON in a 200 response',
    'GET that gets null in a 200 response',
    'GET that gets invalid UTF-8 within a JSON string in a 200 response',
    'GET that gets a byte order mark before the JSON in a 200 response',
    'DELETE that gets JSON in chunks in a 200 response',
    'GET that gets a body shorter than its Content-Length in a 200 response',
    'DELETE that gets a body cut off by a connection reset in a 200 response',
  ],
  'body of an error response': [
    'GET that gets an error message of the tenant in a 500 response',
    'DELETE that gets HTML in a 500 response',
    'GET that gets truncated JSON in a 500 response',
  ],
  'network error or invalid HTTP': [
    'GET that gets a connection reset before the header fields on the first attempt',
    'DELETE that gets a connection closed before the header fields on the first attempt',
    'POST that gets a connection reset before the header fields',
    'GET that gets a connection reset within the header fields on every attempt',
    'POST that gets header fields that never end',
    'GET that gets a response that is not HTTP on every attempt',
    'GET that gets 103 Early Hints before the final response',
  ],
  'status code and retry': [
    'GET that gets a 404 response',
    'PUT that gets a 409 response',
    'GET that gets a 503 response and then a 200 response',
    'DELETE that gets three 502 responses',
    'POST (not idempotent) that gets a 503 response',
    'POST that gets a 429 response and then a 200 response',
    'PATCH that gets a 401 response and then a 200 response for a new token',
    'GET that gets a 401 response for the first token and for two new tokens',
    'GET that gets a 502, a 429, a 401 and a 200 response',
    'DELETE that the server performs, but that gets a 502 and then a 404 response,',
  ],
  'redirect of the API is not followed': [
    'GET that gets a 301 redirect to the same origin',
    'GET that gets a 302 redirect to another origin',
    'POST that gets a 307 redirect to another origin with a scheme-relative URL',
  ],
  'token endpoint': [
    'call whose 401 token response has the error invalid_client and a description',
    'call whose token response has no access_token',
    'call whose token response has HTML as the body',
    'call whose token response has DPoP as token_type',
    'call whose token response has expires_in as a string',
    'call that gets three 429 token responses with an OAuth error',
    'call that gets a 503 token response and then a token',
    'call that gets a connection reset in the first token request and then a token',
    'call that gets 401 from the API and then 403 from the token endpoint',
  ],
  'redirect of the token endpoint is not followed': ['token request that gets a 302 redirect to another origin'],
  'rate limit: delay before the retry': [
    'with a correct local clock, a GET that gets 429 with Retry-After: 0',
    'with a correct local clock, a GET that gets 429 with a Retry-After of one day, which is longer than the timeout,',
    'with a correct local clock, a GET that gets 429 with an X-RateLimit-Reset of one day in seconds, which is longer than the timeout,',
  ],
  'token endpoint: delay before the retry': [
    'call that gets a 429 token response with a Retry-After longer than the timeout',
  ],
};

function chosenCases(subject: string, cases: readonly FaultCase[]): SituationCase[] {
  return (CHOSEN[subject] ?? []).map((name) => {
    const row = cases.find((one) => one.name === name);
    if (row === undefined) throw new Error(`the fault battery must have this case of "${subject}": ${name}`);
    return { ...row, delays: [] };
  });
}

/** Timeout of the calls that time out, in milliseconds. */
const TIMEOUT_MS = 500;

const endlessBody = raw(head(200, { 'Content-Type': 'application/json', 'Content-Length': '100' }), '{"a":1,');
const endlessToken = raw(head(200, { 'Content-Type': 'application/json', 'Content-Length': '100' }), '{"access_');
const timedOut = { thrown: 'TimeoutError' };
const aborted = { thrown: 'the reason of the signal' };
const invalid = { thrown: 'TypeError' };

const timeouts: readonly SituationCase[] = [
  { name: 'GET that gets no response', api: [neverRespond], expected: timedOut },
  { name: 'GET whose response body does not end', api: [endlessBody], expected: timedOut },
  { name: 'call whose token request gets no response', token: [neverRespond], expected: timedOut },
  { name: 'call whose token response does not end', token: [endlessToken], expected: timedOut },
].map((row) => ({ ...row, timeout: TIMEOUT_MS }));

const aborts: readonly SituationCase[] = [
  { name: 'GET with a signal that is already aborted', abort: 'before', expected: aborted },
  { name: 'GET that the caller aborts during the request', abort: 'request', api: [neverRespond], expected: aborted },
  {
    name: 'GET that the caller aborts during the response body',
    abort: 'response',
    api: [endlessBody],
    expected: aborted,
  },
  {
    name: 'GET that the caller aborts during a retry delay',
    abort: 'response',
    api: [json(503, {}, { 'Retry-After': '30' })],
    expected: aborted,
  },
];

const invalidOptions: readonly SituationCase[] = [
  { name: 'GET with a negative number of retries', retry: -1, expected: invalid },
  { name: 'GET with a negative timeout', timeout: -1, expected: invalid },
];

const refused: readonly SituationCase[] = [
  {
    name: 'POST to a port that refuses connections',
    method: 'POST',
    retry: 0,
    isRefused: true,
    expected: { thrown: 'NetworkError' },
  },
];

const chosen = Object.entries({ ...battery, ...timedBattery }).map(
  ([subject, cases]) => [subject, chosenCases(subject, cases)] as const,
);

/** All situations: some of the fault battery, and more about timeouts, aborts and options. */
export const situations: readonly Situation[] = Object.entries({
  ...Object.fromEntries(chosen),
  'connection refused': refused,
  timeout: timeouts,
  abort: aborts,
  'invalid option': invalidOptions,
}).flatMap(([subject, cases]) => withTitles(cases).map(([title, row]) => ({ subject, title, row })));
