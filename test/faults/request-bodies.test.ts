import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createManagementClient } from '../../src/index.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { scriptedServer, skipBackoff, untypedCall } from './cases/run-case.ts';
import { head, type IncomingRequest, json, type Responder, raw } from './scripted-server.ts';

const done = raw(head(204));

/** Sends a body to a server with these responses, and returns the requests that the server received. */
async function send(
  body: unknown,
  { api = [done], headers = {}, clientHeaders = {} }: SendOptions = {},
): Promise<readonly IncomingRequest[]> {
  const settle = skipBackoff();
  const { origin, apiRequests } = await scriptedServer({ api });
  let tokens = 0;
  const auth = () => {
    tokens += 1;
    return `t0ken-${tokens}`;
  };
  const management = createManagementClient({ baseUrl: origin, auth, headers: clientHeaders });
  const { error } = await settle(untypedCall(management, 'PUT')('/things', { body, headers }));
  expect(error).toBeUndefined();
  expect(apiRequests).toHaveLength(api.length);
  return apiRequests;
}

interface SendOptions {
  readonly api?: readonly Responder[];
  readonly headers?: Record<string, string>;
  readonly clientHeaders?: Record<string, string>;
}

const form = () => {
  const data = new FormData();
  data.set('name', 'Partner tokens');
  data.set('file', new Blob(['a,b'], { type: 'text/csv' }), 'ids.csv');
  return data;
};

/** Parses a multipart request as a server does: by the boundary in its content type. */
const parseForm = ({ headers, body }: IncomingRequest): Promise<FormData> =>
  new Response(body, { headers: { 'Content-Type': headers['content-type'] ?? '' } }).formData();

class Thing {
  name = 'a';
  note = undefined;
}

describe('request body', () => {
  // The Content-Type of the client's headers is for JSON, and replaces the content type of no other body.
  const CLIENT_TYPE = { 'content-type': 'application/merge-patch+json' };

  test('FormData is sent as multipart/form-data with its boundary, even if the client has a Content-Type', async () => {
    const [request] = await send(form(), { clientHeaders: CLIENT_TYPE });
    expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/);
    const received = await parseForm(request as IncomingRequest);
    expect(received.get('name')).toBe('Partner tokens');
    const file = received.get('file') as File;
    expect([file.name, file.type, await file.text()]).toEqual(['ids.csv', 'text/csv', 'a,b']);
  });

  test('URLSearchParams are sent as application/x-www-form-urlencoded, even if the client has a Content-Type', async () => {
    const body = new URLSearchParams({ name: 'Partner tokens', type: 'a&b' });
    const [request] = await send(body, { clientHeaders: CLIENT_TYPE });
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded;charset=UTF-8');
    expect(request?.body).toBe('name=Partner+tokens&type=a%26b');
  });

  test('a Blob is sent with its own type, even if the client has a Content-Type', async () => {
    const [request] = await send(new Blob(['<thing/>'], { type: 'application/xml' }), { clientHeaders: CLIENT_TYPE });
    expect(request?.headers['content-type']).toBe('application/xml');
    expect(request?.headers['content-length']).toBe('8');
    expect(request?.body).toBe('<thing/>');
  });

  test('a Blob without a type is sent without a content type', async () => {
    const [request] = await send(new Blob(['text']));
    expect(request?.headers['content-type']).toBeUndefined();
    expect(request?.body).toBe('text');
  });

  test.each([
    ['an object', { name: 'thing' }, '{"name":"thing"}'],
    ['an array', [1, null], '[1,null]'],
    ['a string', 'thing', '"thing"'],
    ['null', null, 'null'],
    ['false', false, 'false'],
    ['an object with toJSON()', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['an object without a prototype', Object.create(null), '{}'],
    ['an object of another realm', runInNewContext('({ a: [1] })'), '{"a":[1]}'],
    ['an object of a class, without a property that is undefined', new Thing(), '{"name":"a"}'],
    ['an object with a name that ends in ArrayBuffer]', { [Symbol.toStringTag]: 'ArrayBuffer]x' }, '{}'],
  ])('%s is sent as JSON', async (_what, body, text) => {
    const [request] = await send(body);
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.headers['content-length']).toBe(String(text.length));
    expect(request?.body).toBe(text);
  });

  test('undefined results in a request without a body and without a content type', async () => {
    const [request] = await send(undefined);
    expect(request?.headers['content-type']).toBeUndefined();
    expect(request?.body).toBe('');
  });

  test.each([
    ['the call', { headers: CLIENT_TYPE }],
    ['the client', { clientHeaders: CLIENT_TYPE }],
  ])('has the content type from the headers option of %s if that option sets one', async (_where, options) => {
    const [request] = await send({ name: null }, options);
    expect(request?.headers['content-type']).toBe('application/merge-patch+json');
    expect(request?.body).toBe('{"name":null}');
  });

  test.each([
    ['FormData', form],
    ['URLSearchParams', () => new URLSearchParams({ name: 'a' })],
    ['a Blob', () => new Blob(['text'], { type: 'text/plain' })],
    ['JSON', () => ({ name: 'a' })],
  ])('%s is sent again after a 503 and after a 401', async (_what, create) => {
    const requests = await send(create(), { api: [json(503, {}), json(401, {}), done] });
    for (const request of requests) {
      expect(request.headers['content-type']?.split(';')[0]).toBe(requests[0]?.headers['content-type']?.split(';')[0]);
      expect(request.body.length).toBe(requests[0]?.body.length);
      expect(request.body).not.toBe('');
    }
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer t0ken-1',
      'Bearer t0ken-1',
      'Bearer t0ken-2',
    ]);
  });

  test('an object that changes during the call is sent unchanged in a retry', async () => {
    const body = { name: 'a' };
    const change: Responder = (...args) => {
      body.name = 'changed';
      return json(503, {})(...args);
    };
    const requests = await send(body, { api: [change, done] });
    expect(requests.map((request) => request.body)).toEqual(['{"name":"a"}', '{"name":"a"}']);
  });

  test('FormData can be parsed with the boundary in Content-Type, in the first attempt and in a retry', async () => {
    const requests = await send(form(), { api: [json(503, {}), done] });
    const names = await Promise.all(requests.map(async (request) => (await parseForm(request)).get('name')));
    expect(names).toEqual(['Partner tokens', 'Partner tokens']);
  });

  const LOST =
    'body must be a value that JSON can represent; await a promise, copy a Map or a Set to an object or an array,' +
    ' and create a form or a Blob with the class of globalThis';
  const BYTES = 'body must not be a stream or bytes; pass a Blob';

  test.each([
    ['a function', () => 'a', LOST],
    ['a symbol', Symbol('a'), LOST],
    ['an object whose toJSON returns undefined', { toJSON: () => undefined }, LOST],
    ['a Map', new Map([['name', 'a']]), LOST],
    ['a Set of another realm', runInNewContext('new Set(["a"])'), LOST],
    ['a promise', Promise.resolve({}), LOST],
    ['an error with a code', Object.assign(new Error('a'), { code: 'A' }), LOST],
    ['a form of a package', { [Symbol.toStringTag]: 'FormData', _streams: [] }, LOST],
    ['NaN', Number.NaN, LOST],
    ['an object with a Map', { names: new Map() }, `"names" in ${LOST}`],
    ['an object with bytes', { key: new Uint8Array(1) }, `"key" in ${LOST}`],
    ['a ReadableStream', new ReadableStream(), BYTES],
    ['an async iterator', (async function* () {})(), BYTES],
    ['an ArrayBuffer', new ArrayBuffer(1), BYTES],
    ['a Buffer', Buffer.from('a'), BYTES],
    ['a DataView', new DataView(new ArrayBuffer(1)), BYTES],
    ['a SharedArrayBuffer', new SharedArrayBuffer(1), BYTES],
  ])('%s is rejected with a TypeError, and no request is sent', async (_what, body, message) => {
    const { origin, apiRequests } = await scriptedServer();
    const management = createManagementClient({ baseUrl: origin, auth: 't0ken' });
    const error = await rejectionOf(untypedCall(management, 'PUT')('/things', { body }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(message);
    expect(apiRequests).toEqual([]);
  });
});
