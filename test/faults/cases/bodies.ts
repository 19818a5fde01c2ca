import type { CallOutcome } from '../call-outcome.ts';
import { head, json, jsonText, raw, rawThenEnd, rawThenReset, respond } from '../responders.ts';
import type { Responder } from '../scripted-server.ts';
import { apiError, type FaultCase, GET_PATH } from './case.ts';

type Method = 'GET' | 'DELETE';

const FAILURES = [
  [401, '401 Unauthorized'],
  [404, '404 Not Found'],
  [429, '429 Too Many Requests'],
  [500, '500 Internal Server Error'],
] as const;

const JSON_TYPE = { 'Content-Type': 'application/json' };

const emptySuccess = (status: number): CallOutcome => ({ status, data: undefined });
const notJsonError = (method: Method, body: unknown): CallOutcome =>
  apiError(200, `200 OK: ${method} ${GET_PATH}: the body is not JSON`, body);
/**
 * The GET returns an error for a body that is not JSON. The DELETE has no documented content, so the `data` of its
 * result is the text.
 */
const notJsonOutcome = (method: Method, text: string): CallOutcome =>
  method === 'GET' ? notJsonError(method, text) : { status: 200, data: text };
/** The document of the GET shows an object, so null is an error. The DELETE has no documented content. */
const nullOutcome = (method: Method): CallOutcome =>
  method === 'GET' ? apiError(200, `200 OK: GET ${GET_PATH}: the body is null`, null) : { status: 200, data: null };
/** The document of the GET shows an object, so any other JSON is an error. The DELETE has no documented content. */
const otherJsonOutcome = (method: Method, data: unknown): CallOutcome =>
  method === 'GET'
    ? apiError(200, `200 OK: GET ${GET_PATH}: the body is not a JSON object`, data)
    : { status: 200, data };
const readable = (data: object): CallOutcome => ({ status: 200, data });
const networkError: CallOutcome = { thrown: 'NetworkError' };

/** Responses with an empty body: HTTP can delimit a body in several ways. */
const EMPTY: readonly [string, (status: number) => Responder][] = [
  ['Content-Length: 0', (status) => respond(status)],
  ['Content-Length: 0 and a JSON content type', (status) => respond(status, '', JSON_TYPE)],
  [
    'a chunked body with only the last chunk',
    (status) => raw(head(status, { 'Transfer-Encoding': 'chunked' }), '0\r\n\r\n'),
  ],
  [
    'neither Content-Length nor chunks, and a closed connection',
    (status) => rawThenEnd(head(status, { Connection: 'close' })),
  ],
  ['a JSON content type and a closed connection', (status) => rawThenEnd(head(status, JSON_TYPE))],
];

const emptyErrorCases = ([status, text]: (typeof FAILURES)[number]): FaultCase[] =>
  (['GET', 'DELETE'] as const).flatMap((method) =>
    EMPTY.map(([kind, responder]) => ({
      name: `${method} that gets an empty ${status} response (${kind})`,
      method,
      retry: 0,
      api: [responder(status)],
      expected: apiError(status, `${text}: ${method} ${GET_PATH}`),
    })),
  );

const emptySuccessCases = (method: Method, status: number, expected: CallOutcome): FaultCase[] =>
  EMPTY.map(([kind, responder]) => ({
    name: `${method} that gets an empty ${status} response (${kind})`,
    method,
    api: [responder(status)],
    expected,
  }));

export const emptyBodies: readonly FaultCase[] = [
  ...emptySuccessCases('GET', 200, apiError(200, `200 OK: GET ${GET_PATH}: the body is empty`)),
  ...emptySuccessCases('DELETE', 200, emptySuccess(200)),
  ...emptySuccessCases('GET', 204, emptySuccess(204)),
  ...emptySuccessCases('DELETE', 204, emptySuccess(204)),
  ...FAILURES.flatMap(emptyErrorCases),
  ...Object.entries({
    '204 response without Content-Length, on a connection that stays open,': raw(head(204)),
    '204 response with a JSON content type, on a connection that stays open,': raw(head(204, JSON_TYPE)),
    '204 response followed by a body, which HTTP forbids,': raw(
      head(204, { ...JSON_TYPE, 'Content-Length': '14' }),
      '{"deleted":1}\n',
    ),
    '205 response': respond(205),
  }).map(
    ([kind, responder]): FaultCase => ({
      name: `DELETE that gets a ${kind}`,
      method: 'DELETE',
      api: [responder],
      expected: emptySuccess(Number(kind.slice(0, 3))),
    }),
  ),
];

const INVALID_UTF8 = Buffer.from([0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
const INVALID_BYTES = Buffer.from([0xff, 0xfe, 0xfd]);
const NULL_WITH_BOM = Buffer.from([0xef, 0xbb, 0xbf, 0x6e, 0x75, 0x6c, 0x6c]);
const HTML = '<!doctype html><title>Sign in</title>';

const TOO_SHORT = { ...JSON_TYPE, 'Content-Length': '20' };
const CHUNKED = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };

/** Responses whose body cannot be read to its end. */
const CUT_OFF: readonly [string, (status: number) => Responder][] = [
  ['a body shorter than its Content-Length', (status) => rawThenEnd(head(status, TOO_SHORT), '{"a":1}')],
  ['a body cut off by a connection reset', (status) => rawThenReset(head(status, TOO_SHORT), '{"a":1}')],
  ['a chunked body without its last chunk', (status) => rawThenEnd(head(status, CHUNKED), '7\r\n{"a":1}\r\n')],
  ['an invalid gzip body', (status) => respond(status, '{"a":1}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' })],
];

/** A case for GET and a case for DELETE that get the same 200 response. */
const on200 = (name: string, responder: Responder, expected: (method: Method) => CallOutcome): FaultCase[] =>
  (['GET', 'DELETE'] as const).map((method) => ({
    name: `${method} that gets ${name} in a 200 response`,
    method,
    api: [responder],
    expected: expected(method),
  }));

export const successBodies: readonly FaultCase[] = [
  ...on200('HTML', respond(200, HTML, { 'Content-Type': 'text/html' }), (method) => notJsonError(method, HTML)),
  ...on200('HTML with a JSON content type', jsonText(200, HTML), (method) => notJsonError(method, HTML)),
  ...on200('HTML without a content type', respond(200, HTML), (method) => notJsonError(method, HTML)),
  ...on200('truncated JSON', jsonText(200, '{"id":"tep_1","na'), (method) =>
    notJsonOutcome(method, '{"id":"tep_1","na'),
  ),
  ...on200('JSON followed by more text', jsonText(200, '{"id":"tep_1"}{}'), (method) =>
    notJsonOutcome(method, '{"id":"tep_1"}{}'),
  ),
  ...on200('null', jsonText(200, 'null'), nullOutcome),
  ...on200('an array', jsonText(200, '[1,2]'), (method) => otherJsonOutcome(method, [1, 2])),
  ...on200('a number', jsonText(200, '0'), (method) => otherJsonOutcome(method, 0)),
  ...on200('false', jsonText(200, 'false'), (method) => otherJsonOutcome(method, false)),
  ...on200('an empty string', jsonText(200, '""'), (method) => otherJsonOutcome(method, '')),
  ...on200('invalid UTF-8 within a JSON string', jsonText(200, INVALID_UTF8), () => readable({ id: '\ufffd\ufffd' })),
  ...on200('only invalid UTF-8', jsonText(200, INVALID_BYTES), (method) =>
    notJsonOutcome(method, '\ufffd\ufffd\ufffd'),
  ),
  ...on200('a byte order mark before the JSON', jsonText(200, NULL_WITH_BOM), nullOutcome),
  ...on200('only white space', jsonText(200, ' \n'), (method) => notJsonOutcome(method, ' \n')),
  ...on200(
    'JSON with the content type text/plain',
    respond(200, '{"id":"tep_1"}', { 'Content-Type': 'text/plain' }),
    (method) => notJsonOutcome(method, '{"id":"tep_1"}'),
  ),
  ...on200('JSON in chunks', raw(head(200, CHUNKED), '3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n'), () => readable({ a: 1 })),
  ...on200('JSON delimited by the end of the connection', rawThenEnd(head(200, JSON_TYPE), '{"a":1}'), () =>
    readable({ a: 1 }),
  ),
  ...on200(
    'JSON longer than its Content-Length',
    rawThenEnd(head(200, { ...JSON_TYPE, 'Content-Length': '4' }), '{"a":1}'),
    (method) => notJsonOutcome(method, '{"a"'),
  ),
  ...CUT_OFF.flatMap(([name, responder]) => on200(name, responder(200), () => networkError)),
  ...on200('an invalid chunk size', rawThenEnd(head(200, CHUNKED), 'seven\r\n{"a":1}\r\n'), () => networkError),
];

const on500 = (name: string, responder: Responder, body: unknown, messageSuffix = '', cause?: string): FaultCase[] =>
  (['GET', 'DELETE'] as const).map((method) => ({
    name: `${method} that gets ${name} in a 500 response`,
    method,
    api: [responder],
    expected: apiError(500, `500 Internal Server Error: ${method} ${GET_PATH}${messageSuffix}`, body, cause),
  }));

export const failureBodies: readonly FaultCase[] = [
  ...on500(
    'an error message of the tenant',
    json(500, { statusCode: 500, message: 'Internal error' }),
    { statusCode: 500, message: 'Internal error' },
    ': Internal error',
  ),
  ...on500('a message that is not a string', json(500, { message: { text: 'no' } }), { message: { text: 'no' } }),
  ...on500('HTML', respond(500, HTML, { 'Content-Type': 'text/html' }), HTML),
  ...on500('HTML with a JSON content type', jsonText(500, HTML), HTML),
  ...on500('truncated JSON', jsonText(500, '{"message":"Inter'), '{"message":"Inter'),
  ...on500('null', jsonText(500, 'null'), null),
  ...on500('an array', jsonText(500, '[1,2]'), [1, 2]),
  ...on500('a number', jsonText(500, '0'), 0),
  ...on500('invalid UTF-8 within a JSON string', jsonText(500, INVALID_UTF8), { id: '\ufffd\ufffd' }),
  ...on500('only invalid UTF-8', jsonText(500, INVALID_BYTES), '\ufffd\ufffd\ufffd'),
  ...on500(
    'JSON with the content type text/plain',
    respond(500, '{"message":"no"}', { 'Content-Type': 'text/plain' }),
    { message: 'no' },
    ': no',
  ),
  ...CUT_OFF.flatMap(([name, responder]) => on500(name, responder(500), undefined, '', 'TypeError')),
];
