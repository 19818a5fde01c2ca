import type { OpenApiDocument } from 'tenant-management-document';
import { expect, test } from 'vitest';
import { withCredentials } from './with-credentials.ts';

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer' },
  password: { type: 'http', scheme: 'Basic' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  authorization: { type: 'apiKey', in: 'header', name: 'Authorization' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
};
const BASIC = 'Basic YW55LXVzZXI6YW55LXBhc3N3b3Jk';

/** Returns the request that reaches the server for an operation with these security requirements. */
async function sent(security: Record<string, string[]>[], url = 'http://127.0.0.1:1/books'): Promise<Request> {
  const document: OpenApiDocument = {
    info: { title: 'Books', version: '1' },
    paths: { '/books': { post: { security } } },
    components: { securitySchemes },
  };
  let request: Request | undefined;
  const fetch = withCredentials(document, 'http://127.0.0.1:1', async (received) => {
    request = received;
    return new Response();
  });
  await fetch(new Request(url, { method: 'POST', headers: { Authorization: 'Bearer t' }, body: '{}' }), {
    signal: AbortSignal.timeout(1000),
  });
  if (request === undefined) throw new Error('no request was sent');
  return request;
}

test.for<[what: string, security: Record<string, string[]>[], fields: object, search: string]>([
  ['nothing for a bearer token', [{ token: [] }], { authorization: 'Bearer t' }, ''],
  ['a user name and a password for HTTP basic', [{ password: [] }], { authorization: BASIC }, ''],
  [
    'nothing if one alternative is a bearer token',
    [{ password: [] }, { token: [] }],
    { authorization: 'Bearer t' },
    '',
  ],
  [
    'those of the first alternative that does not need both HTTP basic and a bearer token',
    [{ password: [], token: [] }, { header: [] }],
    { authorization: 'Bearer t', 'x-key': 'any-key' },
    '',
  ],
  ['an API key in a header field', [{ header: [] }], { authorization: 'Bearer t', 'x-key': 'any-key' }, ''],
  ['no API key in Authorization, which has a token', [{ authorization: [] }], { authorization: 'Bearer t' }, ''],
  ['an API key in a query parameter', [{ query: [] }, {}], { authorization: 'Bearer t' }, '?key=any-key'],
  ['an API key in a cookie', [{ cookie: [] }], { authorization: 'Bearer t', cookie: 'session=any-key' }, ''],
])('withCredentials() adds %s', async ([, security, fields, search]) => {
  const request = await sent(security);
  const { 'content-type': _, ...headers } = Object.fromEntries(request.headers);
  expect(headers).toEqual(fields);
  expect(new URL(request.url).search).toBe(search);
  expect(await request.text()).toBe('{}');
});

test('withCredentials() does not change a request to another server, such as a token endpoint', async () => {
  const request = await sent([{ password: [] }], 'http://127.0.0.1:2/books');
  expect(request.headers.get('Authorization')).toBe('Bearer t');
});
