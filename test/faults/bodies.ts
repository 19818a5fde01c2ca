import { type FaultCase, GET_PATH, type Seen } from './case.ts';
import type { Reply } from './fault-server.ts';
import { head, json, jsonText, raw, rawThenEnd, rawThenReset, respond } from './replies.ts';

type Method = 'GET' | 'DELETE';

const FAILURES = [
  [401, '401 Unauthorized'],
  [404, '404 Not Found'],
  [429, '429 Too Many Requests'],
  [500, '500 Internal Server Error'],
] as const;

const JSON_TYPE = { 'Content-Type': 'application/json' };

const nothing = (status: number): Seen => ({ status, data: undefined });
const failed = (status: number, message: string, body?: unknown, cause?: string): Seen => ({
  error: 'ApiError',
  status,
  message,
  body,
  cause,
});
const unreadable = (method: Method, body: unknown): Seen =>
  failed(200, `200 OK: ${method} ${GET_PATH}: the body is not JSON`, body);
/** A body that is not JSON: an error of the GET; the DELETE has no documented content, so that the text is its data. */
const notJson = (method: Method, text: string): Seen =>
  method === 'GET' ? unreadable(method, text) : { status: 200, data: text };
const terminated: Seen = { thrown: 'NetworkError' };

/** Each way in which a body can be empty. */
const EMPTY: readonly [string, (status: number) => Reply][] = [
  ['Content-Length: 0', (status) => respond(status)],
  ['Content-Length: 0 and a JSON content type', (status) => respond(status, '', JSON_TYPE)],
  [
    'chunks of which the first is the last',
    (status) => raw(head(status, { 'Transfer-Encoding': 'chunked' }), '0\r\n\r\n'),
  ],
  [
    'neither length nor chunks, and the connection closed',
    (status) => rawThenEnd(head(status, { Connection: 'close' })),
  ],
  ['a JSON content type, and the connection closed', (status) => rawThenEnd(head(status, JSON_TYPE))],
];

const emptyFailure = ([status, text]: (typeof FAILURES)[number]): FaultCase[] =>
  (['GET', 'DELETE'] as const).flatMap((method) =>
    EMPTY.map(([kind, reply]) => ({
      name: `${status} of a ${method} with ${kind}`,
      method,
      retry: 0,
      api: [reply(status)],
      seen: failed(status, `${text}: ${method} ${GET_PATH}`),
    })),
  );

const emptySuccess = (method: Method, status: number, seen: Seen): FaultCase[] =>
  EMPTY.map(([kind, reply]) => ({ name: `${status} of a ${method} with ${kind}`, method, api: [reply(status)], seen }));

export const emptyBodies: readonly FaultCase[] = [
  ...emptySuccess('GET', 200, failed(200, `200 OK: GET ${GET_PATH}: the body is empty`)),
  ...emptySuccess('DELETE', 200, nothing(200)),
  ...emptySuccess('GET', 204, nothing(204)),
  ...emptySuccess('DELETE', 204, nothing(204)),
  ...FAILURES.flatMap(emptyFailure),
  {
    name: '204 with neither length nor chunks, on a connection that stays open',
    method: 'DELETE',
    api: [raw(head(204))],
    seen: nothing(204),
  },
  {
    name: '204 with a JSON content type, on a connection that stays open',
    method: 'DELETE',
    api: [raw(head(204, JSON_TYPE))],
    seen: nothing(204),
  },
  {
    name: '204 with a body, which it cannot have',
    method: 'DELETE',
    api: [raw(head(204, { ...JSON_TYPE, 'Content-Length': '14' }), '{"deleted":1}\n')],
    seen: nothing(204),
  },
  { name: '205 of a DELETE', method: 'DELETE', api: [respond(205)], seen: nothing(205) },
];

const INVALID_UTF8 = Buffer.from([0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
const INVALID_BYTES = Buffer.from([0xff, 0xfe, 0xfd]);
const NULL_WITH_BOM = Buffer.from([0xef, 0xbb, 0xbf, 0x6e, 0x75, 0x6c, 0x6c]);
const HTML = '<!doctype html><title>Sign in</title>';

/** A 2xx that says something, for each method. */
const both = (name: string, reply: Reply, seen: (method: Method) => Seen): FaultCase[] =>
  (['GET', 'DELETE'] as const).map((method) => ({
    name: `${name}, of a ${method}`,
    method,
    api: [reply],
    seen: seen(method),
  }));

export const successBodies: readonly FaultCase[] = [
  ...both('HTML', respond(200, HTML, { 'Content-Type': 'text/html' }), (method) => unreadable(method, HTML)),
  ...both('HTML that calls itself JSON', jsonText(200, HTML), (method) => unreadable(method, HTML)),
  ...both('HTML without a content type', respond(200, HTML), (method) => unreadable(method, HTML)),
  ...both('JSON that ends early', jsonText(200, '{"id":"tep_1","na'), (method) => notJson(method, '{"id":"tep_1","na')),
  ...both('JSON with something behind it', jsonText(200, '{"id":"tep_1"}{}'), (method) =>
    notJson(method, '{"id":"tep_1"}{}'),
  ),
  ...both('null', jsonText(200, 'null'), () => ({ status: 200, data: null })),
  ...both('an array', jsonText(200, '[1,2]'), () => ({ status: 200, data: [1, 2] })),
  ...both('a number', jsonText(200, '0'), () => ({ status: 200, data: 0 })),
  ...both('false', jsonText(200, 'false'), () => ({ status: 200, data: false })),
  ...both('an empty text', jsonText(200, '""'), () => ({ status: 200, data: '' })),
  ...both('invalid UTF-8 within a text', jsonText(200, INVALID_UTF8), () => ({
    status: 200,
    data: { id: '\ufffd\ufffd' },
  })),
  ...both('invalid UTF-8 and nothing else', jsonText(200, INVALID_BYTES), (method) =>
    notJson(method, '\ufffd\ufffd\ufffd'),
  ),
  ...both('a byte order mark before the JSON', jsonText(200, NULL_WITH_BOM), () => ({ status: 200, data: null })),
  ...both('white space only', jsonText(200, ' \n'), (method) => notJson(method, ' \n')),
  ...both('JSON of a wrong content type', respond(200, '{"id":"tep_1"}', { 'Content-Type': 'text/plain' }), (method) =>
    notJson(method, '{"id":"tep_1"}'),
  ),
  ...both(
    'JSON in chunks',
    raw(head(200, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }), '3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n'),
    () => ({
      status: 200,
      data: { a: 1 },
    }),
  ),
  ...both('JSON until the connection closes', rawThenEnd(head(200, JSON_TYPE), '{"a":1}'), () => ({
    status: 200,
    data: { a: 1 },
  })),
  ...both(
    'JSON of which the length tells only a part',
    rawThenEnd(head(200, { ...JSON_TYPE, 'Content-Length': '4' }), '{"a":1}'),
    (method) => notJson(method, '{"a"'),
  ),
  ...both(
    'a body that is shorter than its length',
    rawThenEnd(head(200, { ...JSON_TYPE, 'Content-Length': '20' }), '{"a":1}'),
    () => terminated,
  ),
  ...both(
    'a body that is cut off by a reset',
    rawThenReset(head(200, { ...JSON_TYPE, 'Content-Length': '20' }), '{"a":1}'),
    () => terminated,
  ),
  ...both(
    'chunks of which the last is missing',
    rawThenEnd(head(200, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }), '7\r\n{"a":1}\r\n'),
    () => terminated,
  ),
  ...both(
    'chunks with a length that is none',
    rawThenEnd(head(200, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }), 'seven\r\n{"a":1}\r\n'),
    () => terminated,
  ),
  ...both(
    'a compressed body that is not compressed',
    respond(200, '{"a":1}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }),
    () => terminated,
  ),
];

const on500 = (name: string, reply: Reply, body: unknown, said = '', cause?: string): FaultCase[] =>
  (['GET', 'DELETE'] as const).map((method) => ({
    name: `${name}, of a ${method}`,
    method,
    api: [reply],
    seen: failed(500, `500 Internal Server Error: ${method} ${GET_PATH}${said}`, body, cause),
  }));

export const failureBodies: readonly FaultCase[] = [
  ...on500(
    'the tenant’s own message',
    json(500, { statusCode: 500, message: 'Internal error' }),
    { statusCode: 500, message: 'Internal error' },
    ': Internal error',
  ),
  ...on500('a message that is no text', json(500, { message: { text: 'no' } }), { message: { text: 'no' } }),
  ...on500('HTML', respond(500, HTML, { 'Content-Type': 'text/html' }), HTML),
  ...on500('HTML that calls itself JSON', jsonText(500, HTML), HTML),
  ...on500('JSON that ends early', jsonText(500, '{"message":"Inter'), '{"message":"Inter'),
  ...on500('null', jsonText(500, 'null'), null),
  ...on500('an array', jsonText(500, '[1,2]'), [1, 2]),
  ...on500('a number', jsonText(500, '0'), 0),
  ...on500('invalid UTF-8 within a text', jsonText(500, INVALID_UTF8), { id: '\ufffd\ufffd' }),
  ...on500('invalid UTF-8 and nothing else', jsonText(500, INVALID_BYTES), '\ufffd\ufffd\ufffd'),
  ...on500(
    'JSON of a wrong content type',
    respond(500, '{"message":"no"}', { 'Content-Type': 'text/plain' }),
    { message: 'no' },
    ': no',
  ),
  ...on500(
    'a body that is shorter than its length',
    rawThenEnd(head(500, { ...JSON_TYPE, 'Content-Length': '20' }), '{"a":1}'),
    undefined,
    '',
    'TypeError',
  ),
  ...on500(
    'a body that is cut off by a reset',
    rawThenReset(head(500, { ...JSON_TYPE, 'Content-Length': '20' }), '{"a":1}'),
    undefined,
    '',
    'TypeError',
  ),
  ...on500(
    'chunks of which the last is missing',
    rawThenEnd(head(500, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }), '7\r\n{"a":1}\r\n'),
    undefined,
    '',
    'TypeError',
  ),
  ...on500(
    'a compressed body that is not compressed',
    respond(500, '{"a":1}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }),
    undefined,
    '',
    'TypeError',
  ),
];
