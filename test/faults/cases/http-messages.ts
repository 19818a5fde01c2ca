import type { CallOutcome } from '../call-outcome.ts';
import {
  closeConnection,
  endlessHeaders,
  head,
  json,
  jsonText,
  type Responder,
  raw,
  rawThenEnd,
  rawThenReset,
  resetConnection,
  respond,
} from '../scripted-server.ts';
import { apiError, type FaultCase, GET_PATH } from './case.ts';

type Method = 'GET' | 'DELETE';

const METHODS = ['GET', 'DELETE'] as const;
const JSON_TYPE = { 'Content-Type': 'application/json' };

const empty = (status: number): CallOutcome => ({ status, data: undefined });
const readable = (data: unknown): CallOutcome => ({ status: 200, data });
const networkError: CallOutcome = { thrown: 'NetworkError' };
/** The document of the GET shows an object. The DELETE has no documented content, so its `data` can be a text or null. */
const notJsonError = (body: string): CallOutcome =>
  apiError(200, `200 OK: GET ${GET_PATH}: the body is not JSON`, body);
const nullError = apiError(200, `200 OK: GET ${GET_PATH}: the body is null`, null);

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

const emptyOutcomes: readonly [Method, number, CallOutcome][] = [
  ['GET', 200, apiError(200, `200 OK: GET ${GET_PATH}: the body is empty`)],
  ['DELETE', 200, empty(200)],
  ['DELETE', 204, empty(204)],
  ['DELETE', 404, apiError(404, `404 Not Found: DELETE ${GET_PATH}`)],
];

export const emptyBodies: readonly FaultCase[] = [
  ...emptyOutcomes.flatMap(([method, status, expected]) =>
    EMPTY.map(([kind, responder]) => ({
      name: `${method} that gets an empty ${status} response (${kind})`,
      method,
      api: [responder(status)],
      expected,
    })),
  ),
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
      expected: empty(Number(kind.slice(0, 3))),
    }),
  ),
];

const INVALID_UTF8 = Buffer.from([0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
const NULL_WITH_BOM = Buffer.from([0xef, 0xbb, 0xbf, 0x6e, 0x75, 0x6c, 0x6c]);
const HTML = '<!doctype html><title>Sign in</title>';
const TRUNCATED = '{"id":"tep_1","na';

const TOO_SHORT = { ...JSON_TYPE, 'Content-Length': '20' };
const CHUNKED = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };

/** Responses whose body cannot be read to its end. */
const CUT_OFF: readonly [string, (status: number) => Responder][] = [
  ['a body shorter than its Content-Length', (status) => rawThenEnd(head(status, TOO_SHORT), '{"a":1}')],
  ['a body cut off by a connection reset', (status) => rawThenReset(head(status, TOO_SHORT), '{"a":1}')],
  ['a chunked body without its last chunk', (status) => rawThenEnd(head(status, CHUNKED), '7\r\n{"a":1}\r\n')],
  ['an invalid chunk size', (status) => rawThenEnd(head(status, CHUNKED), 'seven\r\n{"a":1}\r\n')],
  ['an invalid gzip body', (status) => respond(status, '{"a":1}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' })],
];

const DELIMITED: readonly [string, Responder][] = [
  ['JSON in chunks', raw(head(200, CHUNKED), '3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n')],
  ['JSON delimited by the end of the connection', rawThenEnd(head(200, JSON_TYPE), '{"a":1}')],
];

const withBody =
  (status: number) =>
  (method: Method, name: string, responder: Responder, expected: CallOutcome): FaultCase => ({
    name: `${method} that gets ${name} in a ${status} response`,
    method,
    api: [responder],
    expected,
  });
const on200 = withBody(200);
const on500 = withBody(500);

export const successBodies: readonly FaultCase[] = [
  on200('GET', 'HTML', respond(200, HTML, { 'Content-Type': 'text/html' }), notJsonError(HTML)),
  on200('GET', 'truncated JSON', jsonText(200, TRUNCATED), notJsonError(TRUNCATED)),
  on200('DELETE', 'truncated JSON', jsonText(200, TRUNCATED), readable(TRUNCATED)),
  on200('GET', 'null', jsonText(200, 'null'), nullError),
  on200('DELETE', 'null', jsonText(200, 'null'), readable(null)),
  on200('GET', 'invalid UTF-8 within a JSON string', jsonText(200, INVALID_UTF8), readable({ id: '\ufffd\ufffd' })),
  on200('GET', 'a byte order mark before the JSON', jsonText(200, NULL_WITH_BOM), nullError),
  on200(
    'GET',
    'JSON longer than its Content-Length',
    rawThenEnd(head(200, { ...JSON_TYPE, 'Content-Length': '4' }), '{"a":1}'),
    notJsonError('{"a"'),
  ),
  ...METHODS.flatMap((method) => [
    ...DELIMITED.map(([name, responder]) => on200(method, name, responder, readable({ a: 1 }))),
    ...CUT_OFF.map(([name, responder]) => on200(method, name, responder(200), networkError)),
  ]),
];

const failure = (method: Method, body: unknown, messageSuffix = '', cause?: string): CallOutcome =>
  apiError(500, `500 Internal Server Error: ${method} ${GET_PATH}${messageSuffix}`, body, cause);
const MESSAGE = { statusCode: 500, message: 'Internal error' };

export const failureBodies: readonly FaultCase[] = [
  on500('GET', 'an error message of the tenant', json(500, MESSAGE), failure('GET', MESSAGE, ': Internal error')),
  on500('DELETE', 'HTML', respond(500, HTML, { 'Content-Type': 'text/html' }), failure('DELETE', HTML)),
  on500('GET', 'truncated JSON', jsonText(500, TRUNCATED), failure('GET', TRUNCATED)),
  ...CUT_OFF.map(([name, responder]) =>
    on500('DELETE', name, responder(500), failure('DELETE', undefined, '', 'TypeError')),
  ),
];

const profile = json(200, { id: 'tep_1' });
const success: CallOutcome = { status: 200, data: { id: 'tep_1' } };

/** Faults before the client has a response: connections that end, endless header fields, and invalid HTTP. */
const FAULTS: readonly [string, Responder][] = [
  ['a connection reset before the header fields', resetConnection],
  ['a connection closed before the header fields', closeConnection],
  ['a connection reset within the header fields', rawThenReset('HTTP/1.1 200 OK\r\nContent-Ty')],
  ['a connection closed within the header fields', rawThenEnd('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n')],
  ['header fields that never end', endlessHeaders],
  ['a response that is not HTTP', rawThenEnd('220 mail.example.com ESMTP\r\n')],
  [
    'two different Content-Length fields',
    rawThenEnd(head(200, { 'Content-Length': '2' }).replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\n'), '{}'),
  ],
  ['a negative Content-Length', rawThenEnd(head(200, { 'Content-Length': '-1' }), '{}')],
];

export const network: readonly FaultCase[] = [
  ...FAULTS.flatMap(([fault, responder]): FaultCase[] => [
    {
      name: `GET that gets ${fault} on every attempt`,
      api: [responder, responder, responder],
      expected: networkError,
    },
    { name: `GET that gets ${fault} on the first attempt`, api: [responder, profile], expected: success },
    {
      name: `DELETE that gets ${fault} on the first attempt`,
      method: 'DELETE',
      api: [responder, respond(204)],
      expected: { status: 204, data: undefined },
    },
    {
      name: `POST that gets ${fault}`,
      method: 'POST',
      body: { name: 'thing' },
      api: [responder],
      expected: networkError,
    },
  ]),
  {
    name: 'GET that gets 103 Early Hints before the final response',
    api: [
      raw(
        'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n',
        head(200, { 'Content-Type': 'application/json', 'Content-Length': '2' }),
        '{}',
      ),
    ],
    expected: { status: 200, data: {} },
  },
];
