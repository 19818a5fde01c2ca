// Tests the HTTP archive of a contract run: the recorder writes the archive without secrets, and readArchive() reads
// it.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type OutgoingHttpHeader } from 'node:http';
import { join } from 'node:path';
import type { OpenApiDocument } from 'tenant-management-document';
import { describe, expect, test } from 'vitest';
import { listen } from '../../../test/support/loopback.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { type Archive, readArchive } from '../src/har.ts';
import { createRecorder } from '../src/recorder.ts';
import { createRedactor } from '../src/redact-archive.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const inForm = (text: string): string => new URLSearchParams({ text }).toString().slice('text='.length);
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const inHex = (prefix: string) => (text: string) =>
  [...text].map((character) => prefix + character.charCodeAt(0).toString(16)).join('');
const inPercent = inHex('%');
const inUnicode = inHex('\\u00');

/** Creates a JWT like the tokens of an authorization server. */
const jwt = (subject: string): string =>
  [
    base64url('{"alg":"HS256","typ":"JWT"}'),
    base64url(JSON.stringify({ sub: subject })),
    base64url(`the signature of the token of ${subject}`),
  ].join('.');

const ISSUED = jwt('operator');
const ISSUED_LATER = jwt('successor');
const GIVEN = 'opaque-token~of/the+caller==';
const FOREIGN = jwt('stranger');
const CLIENT_ID = 'operator';
const SECRET = 's3"cr\\et/+=% &x';
const LATER_CLIENT = { client_secret: 'form-s3cret', client_assertion: 'assertion-s3cret' };
const [HEADER = '', PAYLOAD = '', SIGNATURE = ''] = ISSUED.split('.');

interface TenantResponse {
  readonly status?: number;
  readonly reason?: string;
  readonly headers?: Record<string, OutgoingHttpHeader>;
  readonly body?: string;
}

/** Starts a tenant that issues `tokens` and sends the same response to every call of its API. */
async function startTenant(apiResponse: TenantResponse, tokens = [ISSUED, ISSUED_LATER]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/oauth/token') {
      const token = tokens.shift();
      response.writeHead(token === undefined ? 400 : 200, { 'Content-Type': 'application/json' });
      response.end(
        JSON.stringify(
          token === undefined
            ? { error: ISSUED }
            : { access_token: token, refresh_token: 'refresh-s3cret', id_token: 'id-s3cret' },
        ),
      );
      return;
    }
    const { status = 200, reason = 'OK', headers = {}, body = '' } = apiResponse;
    response.writeHead(status, reason, { 'Content-Type': 'application/json', ...headers }).end(body);
  });
  return listen(server);
}

/** Sends token requests and calls through a recorder; returns the responses and the archive. */
async function record(apiResponse: TenantResponse, path = '/profiles/tep_1') {
  const origin = await startTenant(apiResponse);
  const folder = temporaryFolder();
  const recorder = createRecorder('live', `${origin}/api/v2`, { secrets: ['', SECRET], folder });
  const { signal } = new AbortController();
  const granted = recorder.createFetch();
  const requestToken = (client: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ client_id: CLIENT_ID, ...client });
    return granted(new Request(`${origin}/oauth/token`, { method: 'POST', headers, body }), { signal });
  };
  const call = (send: typeof granted, token: string) =>
    send(new Request(`${origin}/api/v2${path}`, { headers: { Authorization: `Bearer ${token}` } }), { signal });
  const issued = await requestToken({ client_secret: SECRET });
  await call(granted, ISSUED);
  const response = await call(recorder.createFetch(), GIVEN);
  await requestToken(LATER_CLIENT, { Authorization: `Basic ${base64(`${CLIENT_ID}:basic+s3cret&raw`)}` });
  await recorder.write();
  const text = await readFile(join(folder, 'contract-live.har'), 'utf8');
  const shown = [response.statusText, ...[...response.headers].flat(), await response.clone().text()].join('\n');
  return { text, har: JSON.parse(text), shown, response, issued, refused: await requestToken({}) };
}

/** The texts that the archive must not contain, in all forms in which the tests send them. */
const FORBIDDEN = [
  ...[ISSUED, ISSUED_LATER, FOREIGN].flatMap((token) => [token, token.toLowerCase(), inPercent(token), base64(token)]),
  ...[HEADER, PAYLOAD, SIGNATURE, `${HEADER}.${PAYLOAD}`, `${PAYLOAD}.${SIGNATURE}`],
  ...[SECRET, GIVEN].flatMap((secret) => [secret, encodeURIComponent(secret), inForm(secret), inJson(secret)]),
  ...[inUnicode(SECRET), base64(SECRET), base64url(SECRET), base64(`${CLIENT_ID}:${inForm(SECRET)}`)],
];

describe('the recorder of the HTTP archive', () => {
  test.each<[what: string, leaked: string]>([
    ['an issued token', ISSUED],
    ['a token that is issued later', ISSUED_LATER],
    ['a token of the caller', GIVEN],
    ['an unknown JWT', FOREIGN],
    ['a JWT without a signature', `${HEADER}.${base64url('{"sub":"nobody"}')}.`],
    ['the header of a token', HEADER],
    ['the payload of a token', PAYLOAD],
    ['the signature of a token', SIGNATURE],
    ['a token without its signature', `${HEADER}.${PAYLOAD}`],
    ['a token without its header', `${PAYLOAD}.${SIGNATURE}`],
    ['the start of a token', ISSUED.slice(0, 20)],
    ['the end of a token', ISSUED.slice(-20)],
    ['a token in lower case', ISSUED.toLowerCase()],
    ['a token with every character percent-encoded', inPercent(ISSUED)],
    ['an unknown JWT with every character percent-encoded', inPercent(FOREIGN)],
    ['a token in base64', base64(ISSUED)],
    ['a token in base64, together with the scheme Bearer', base64(`Bearer ${ISSUED}`)],
    ['the client secret', SECRET],
    ['the percent-encoded client secret', encodeURIComponent(SECRET)],
    ['the client secret, percent-encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
    ['the form-encoded client secret', inForm(SECRET)],
    ['the client secret, escaped for JSON', inJson(SECRET)],
    ['the client secret, escaped twice for JSON', inJson(inJson(SECRET))],
    ['the client secret in JSON with escaped slashes', inJson(SECRET).replaceAll('/', '\\/')],
    ['the client secret in Unicode escapes', inUnicode(SECRET)],
    ['the client secret in base64', base64(SECRET)],
    ['the client secret in base64url', base64url(SECRET)],
    ['the Basic credentials of the client', base64(`${CLIENT_ID}:${SECRET}`)],
    ['the Basic credentials of the client, percent-encoded', encodeURIComponent(base64(`${CLIENT_ID}:${SECRET}`))],
    ['the form-encoded Basic credentials of the client', base64(`${CLIENT_ID}:${inForm(SECRET)}`)],
    ['the Basic credentials of another client with the same secret', base64(`ab:${SECRET}`)],
    ['the client secret of a later token request with Basic authentication', 'basic s3cret'],
    ['the form-encoded client secret of a later token request with Basic authentication', 'basic+s3cret&raw'],
    ['the client secret of a later token request with Basic authentication, in base64', base64('basic s3cret')],
    ['the client secret of a later token request', 'form-s3cret'],
    ['the client assertion of a token request', 'assertion-s3cret'],
    ['a refresh token', 'refresh-s3cret'],
    ['an ID token', 'id-s3cret'],
    ['two adjacent secrets', `${SECRET}${ISSUED}`],
    ['a token that is repeated without a separator', `s3cret ${GIVEN}${GIVEN}`],
  ])('does not write %s', async (_what, leaked) => {
    const { text, har, response } = await record({
      headers: {
        'X-Echo': `a ${leaked} b`,
        'Set-Cookie': [`token=${leaked}`, 'second=1'],
        Location: `https://acme.example.com/login?return=${leaked}#x=1`,
      },
      body: `before ${leaked} after`,
    });

    expect([leaked, ...FORBIDDEN].filter((secret) => text.includes(secret) || text.includes(inJson(secret)))).toEqual(
      [],
    );
    const [{ response: recorded }] = har.log.entries;
    expect(recorded.content.text).toMatch(/^before (s3cret )?[\w+/]{0,12}<redacted>[\w+/]?(=|%3D){0,2} after$/);
    const headers = recorded.headers as { name: string; value: string }[];
    const valuesOf = (wanted: string) => headers.filter(({ name }) => name === wanted).map(({ value }) => value);
    expect(valuesOf('x-echo')[0]).toMatch(/^a (s3cret )?[\w+/]{0,12}<redacted>[\w+/]?(=|%3D){0,2} b$/);
    expect(valuesOf('set-cookie')).toEqual(['<redacted>', '<redacted>']);
    expect(valuesOf('location')[0]).toMatch(/^https:\/\/acme\.example\.com\/login\?return=.*<redacted>.*#x=1$/);
    expect(response.status).toBe(200);
  });

  test('redacts a token in the path or the query of a call', async () => {
    const { text, har } = await record({}, `/profiles/${ISSUED}?secret=${encodeURIComponent(SECRET)}&page=2`);
    expect(FORBIDDEN.filter((secret) => text.includes(secret))).toEqual([]);
    const [{ request }] = har.log.entries;
    expect(request.url).toMatch(/\/api\/v2\/profiles\/<redacted>\?secret=<redacted>&page=2$/);
  });

  test('does not write a secret that was passed only as an option', async () => {
    const origin = await startTenant({ body: SECRET });
    const folder = temporaryFolder();
    const recorder = createRecorder('live', origin, { secrets: ['', SECRET], folder });
    await recorder.createFetch()(new Request(`${origin}/profiles/tep_1`), { signal: new AbortController().signal });
    await recorder.write();
    const { calls } = await readArchive(join(folder, 'contract-live.har'), DOCUMENT);
    expect(calls).toMatchObject([{ status: 200, text: '<redacted>' }]);
  });

  test('redacts a token in the name of a header field', async () => {
    const { text } = await record({ headers: { [`X-${ISSUED}`]: 'yes', [`X-${FOREIGN}`]: 'yes' } });
    expect(FORBIDDEN.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).toContain('x-<redacted>');
  });

  test('writes content without secrets unchanged', async () => {
    const body = JSON.stringify({
      name: 'Größe "A\\B" 100 % + 1 & more… 🎉',
      url: 'https://partner.example.com/a%20b+c/token-type?x=%C3%A9',
      id: 'tep_9XqRw7vKc2mJ4sLh',
      text: 'line\nbreak\t\u0000 opaque token of the caller',
    });
    const { har, text } = await record(
      { headers: { 'X-Request-Id': 'YWJjZGVmZ2hpamts %zz \\ +' }, body },
      '/profiles/a%2Fb?q=a+b',
    );
    const [{ request, response, _tokenSource }, second] = har.log.entries;
    expect(response.content).toEqual({ mimeType: 'application/json', text: body });
    expect(response.status).toBe(200);
    expect(response.headers).toContainEqual({ name: 'x-request-id', value: 'YWJjZGVmZ2hpamts %zz \\ +' });
    expect(request.method).toBe('GET');
    expect(request.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2\/profiles\/a%2Fb\?q=a\+b$/);
    expect(request.headers).toContainEqual({ name: 'authorization', value: 'Bearer <redacted>' });
    expect([_tokenSource, second._tokenSource]).toEqual(['token endpoint', 'caller']);
    expect(har.log.entries).toHaveLength(2);
    expect(text).not.toContain('/oauth/token');
  });

  test('redacts a JWT and a client secret that only the response of a live tenant has, but no cursor', async () => {
    const jwt = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
    const cursor = Buffer.from('{"after":12,"size":50}').toString('base64url');
    const body = { registration: jwt, next: cursor, clients: [{ client_secret: 'opaque-secret-of-the-tenant' }] };
    const { shown, text: archive } = await record({ status: 200, body: JSON.stringify(body) });
    for (const text of [shown, archive]) {
      expect(text).not.toContain(jwt.slice(0, -1));
      expect(text).not.toContain('opaque-secret-of-the-tenant');
      expect(text).toContain(cursor);
    }
  });

  test('redacts secrets in the response that the client gets', async () => {
    const { shown, response } = await record({
      status: 400,
      reason: `No ${GIVEN}`,
      headers: { 'X-Echo': GIVEN, [`X-${ISSUED}`]: 'yes', 'X-Kept': 'kept' },
      body: `{"message":"${ISSUED}","other":"${SECRET.slice(0, 3)}"}`,
    });
    expect(FORBIDDEN.filter((secret) => shown.includes(secret))).toEqual([]);
    expect(response.status).toBe(400);
    expect(response.statusText).toBe('No <redacted>');
    expect(response.headers.get('X-Kept')).toBe('kept');
    expect(await response.text()).toBe(`{"message":"<redacted>","other":"${SECRET.slice(0, 3)}"}`);
  });

  test('redacts secrets in the header fields of a 204 response that the client gets', async () => {
    const { response } = await record({ status: 204, headers: { 'X-Echo': GIVEN } });
    expect([response.status, response.headers.get('X-Echo')]).toEqual([204, '<redacted>']);
  });

  test('does not redact the access token in the token response that the client gets', async () => {
    const { issued } = await record({});
    expect(await issued.json()).toMatchObject({ access_token: ISSUED });
  });

  test('records the request body, and records "caller" as the token source after a failed token request', async () => {
    const origin = await startTenant({}, []);
    const folder = temporaryFolder();
    const recorder = createRecorder('live', `${origin}/api`, { folder });
    const { signal } = new AbortController();
    const send = recorder.createFetch();
    expect((await send(new Request(`${origin}/oauth/token`, { method: 'POST' }), { signal })).status).toBe(400);
    const headers = { 'Content-Type': 'application/json' };
    await send(new Request(`${origin}/api/profiles`, { method: 'POST', headers, body: `"a ${FOREIGN}"` }), { signal });
    await send(new Request(`${origin}/api/profiles`), { signal });
    await recorder.write();
    const [post, get] = JSON.parse(await readFile(join(folder, 'contract-live.har'), 'utf8')).log.entries;
    expect(post.request.postData).toEqual({ mimeType: 'application/json', text: '"a <redacted>"' });
    expect(get.request).not.toHaveProperty('postData');
    expect([post._tokenSource, get._tokenSource]).toEqual(['caller', 'caller']);
  });

  test('redacts tokens in a failed token response that the client gets', async () => {
    const { refused } = await record({});
    expect(await refused.json()).toEqual({ error: '<redacted>' });
  });

  test('does not change a 204 response that contains no secrets', async () => {
    const { response } = await record({ status: 204 });
    expect(response.url).toMatch(/^http:/);
    expect(response.status).toBe(204);
  });

  test('records the network error of a call that gets no response, and the call rejects', async () => {
    const server = createServer(({ socket }) => void socket.destroy());
    const origin = await listen(server);
    const folder = temporaryFolder();
    const recorder = createRecorder('live', origin, { folder });
    const request = new Request(`${origin}/profiles/tep_1`);
    await expect(recorder.createFetch()(request, { signal: new AbortController().signal })).rejects.toThrow(TypeError);
    await recorder.write();
    const { calls } = await readArchive(join(folder, 'contract-live.har'), DOCUMENT);
    expect(calls).toMatchObject([{ status: 0, error: 'other side closed', text: '' }]);
  });
});

describe('createRedactor()', () => {
  /** Redacts a text with a redactor to which one secret was added. */
  const redact = (secret: string, text: string): string => {
    const redactor = createRedactor();
    redactor.add(secret);
    return redactor.redact(text);
  };

  const CURSOR = Buffer.from('{"after":12}').toString('base64url');
  test.each<[what: string, secret: string, text: string, redacted: string]>([
    ['a short secret, even within a word', 's3cret', 'as3cret s3cret', 'a<redacted> <redacted>'],
    ['a secret of one character', 's', 'as', 'a<redacted>'],
    ['a percent-encoded secret, but not the text around it', 's3cret', `a ${inPercent('s3cret')} b`, 'a <redacted> b'],
    ['twelve successive characters of a longer secret', 'abcdefghijklmnop', 'a bcdefghijklm n', 'a <redacted> n'],
    ['nothing in eleven successive characters of a longer secret', 'abcdefghijklmnop', 'bcdefghijkl', 'bcdefghijkl'],
    ['adjacent secrets with one placeholder', 's3cret', 's3crets3cret', '<redacted>'],
    ['an unknown JWT', '', `a ${FOREIGN}. b`, 'a <redacted>. b'],
    ['nothing in a base64 cursor of JSON', '', base64('{"after":12,"size":50}'), base64('{"after":12,"size":50}')],
    ['nothing in three segments whose header has no alg', '', `${CURSOR}.${CURSOR}.abc`, `${CURSOR}.${CURSOR}.abc`],
    ['nothing in a short word that starts like a JWT', '', 'eyJafjallajokull', 'eyJafjallajokull'],
    ['an encrypted JWT of five segments', '', `a ${HEADER}..aXY.Y2lwaGVy.dGFn. b`, 'a <redacted>. b'],
    ['nothing in a host name with two dots', '', 'acme.example.com', 'acme.example.com'],
    [
      'a secret in JSON together with its escapes',
      '"quoted"',
      String.raw`{"a":"\"\"quoted\"\""}`,
      String.raw`{"a":"\"<redacted>\""}`,
    ],
    ['nothing for an empty secret', '', 'text', 'text'],
    ['a short secret in base64', 'a/b?c~', base64('a/b?c~'), '<redacted>'],
    ['a short secret in base64 with "+" and "/"', '~~~???>>>', base64('~~~???>>>'), '<redacted>'],
    ['a short secret in base64url with "-" and "_"', '~~~???>>>', base64url('~~~???>>>'), '<redacted>'],
    ['a short percent-encoded secret in base64', 'a b/c', base64('a%20b%2Fc'), '<redacted>'],
    ['a short form-encoded secret in base64', 'a b/c', base64('a+b%2Fc'), '<redacted>=='],
    ['a short JSON-escaped secret in base64', 'ab"cd', base64(String.raw`ab\"cd`), '<redacted>'],
  ])('replaces %s', (_what, secret, text, redacted) => {
    expect(redact(secret, text)).toBe(redacted);
  });

  test.each(['', 'a', 'ab', 'abc:'].flatMap((before) => ['', 'x', 'xy', ':xyz'].map((after) => [before, after])))(
    'replaces a short secret in the base64 of a text that starts with "%s" and ends with "%s"',
    (before, after) => {
      const redacted = redact('s3cret!', base64(`${before}s3cret!${after}`));
      // The characters next to the placeholder encode the text around the secret, and parts of the first and the last
      // byte of the secret.
      expect(redacted).toMatch(/^[\w+/]{0,7}<redacted>[\w+/]{0,7}={0,2}$/);
    },
  );
});

const DOCUMENT: OpenApiDocument = {
  info: { title: 'Users', version: '1' },
  paths: {
    '/users/{id}': { get: { operationId: 'readUser' }, delete: { operationId: 'deleteUser' } },
    '/users/me': { get: { operationId: 'readMe' } },
    '/users/{id}/files/{name}.json': { get: { operationId: 'readFile' } },
    '/a.b(c)': { get: { operationId: 'readSpecial' } },
  },
};
const BASE_URL = 'http://127.0.0.1:4010/api';

/** Writes and reads an archive with one call. */
async function readOne(method: string, url: string): Promise<Archive> {
  const file = join(temporaryFolder(), 'one.har');
  const response = { status: 200, headers: [{ name: 'X-Mixed-Case', value: 'Value' }], content: { text: 'body' } };
  const entries = [{ _tokenSource: 'caller', request: { method, url }, response }];
  await writeFile(file, JSON.stringify({ _baseUrl: BASE_URL, log: { entries } }));
  return readArchive(file, DOCUMENT);
}

describe('readArchive()', () => {
  test.each<[method: string, path: string, id: string, requestLine: string]>([
    ['GET', '/users/u1', 'readUser', 'GET /users/u1'],
    ['DELETE', '/users/u1', 'deleteUser', 'DELETE /users/u1'],
    ['GET', '/users/u%2F1?fields=name&x=/users/me', 'readUser', 'GET /users/u%2F1'],
    ['GET', '/users/me', 'readMe', 'GET /users/me'],
    ['GET', '/users/u1/files/f.json', 'readFile', 'GET /users/u1/files/f.json'],
    ['GET', '/users/u1/files/fxjson', 'none', 'GET /users/u1/files/fxjson'],
    ['GET', '/a.b(c)', 'readSpecial', 'GET /a.b(c)'],
    ['GET', '/axb(c)', 'none', 'GET /axb(c)'],
    ['POST', '/users/u1', 'none', 'POST /users/u1'],
    ['GET', '/users', 'none', 'GET /users'],
    ['GET', '/users/', 'none', 'GET /users/'],
    ['GET', '/users/u1/', 'none', 'GET /users/u1/'],
    ['GET', '/v1/users/u1', 'none', 'GET /v1/users/u1'],
  ])('reads the call %s %s, whose operation is: %s', async (method, path, id, requestLine) => {
    const { calls } = await readOne(method, BASE_URL + path);
    expect(calls.map(({ operation }) => operation?.id ?? 'none')).toEqual([id]);
    expect(calls[0]?.requestLine).toBe(requestLine);
  });

  test('finds no operation for a URL outside the base URL', async () => {
    const url = 'http://127.0.0.1:4010/ap2/users/u1';
    const { calls } = await readOne('GET', url);
    expect(calls).toMatchObject([{ operation: undefined, requestLine: `GET ${url}` }]);
  });

  test('reads status, body, token source and header fields, whose names become lower-case', async () => {
    const { calls, baseUrl } = await readOne('GET', `${BASE_URL}/users/u1`);
    const headers = { 'x-mixed-case': 'Value' };
    expect(calls).toMatchObject([{ status: 200, text: 'body', headers, tokenSource: 'caller', error: undefined }]);
    expect(baseUrl).toBe(BASE_URL);
  });

  test('throws an error with path, reason and remedy if the file cannot be read', async () => {
    const words =
      'no.har cannot be read (ENOENT): run the contract suite first, with npm run test:contract -- --target';
    await expect(readArchive('no.har', DOCUMENT)).rejects.toThrow(words);
  });

  test.each([
    ['an incomplete file', '{"log":{"entr'],
    ['an archive without a base URL', '{"log":{"entries":[]}}'],
    ['JSON without entries', '{"_baseUrl":"http://127.0.0.1","log":{}}'],
    ['null', 'null'],
  ])('rejects %s with an error that contains the path and the remedy', async (_what, text) => {
    const file = join(temporaryFolder(), 'half.har');
    await writeFile(file, text);
    const words = `${file} must be an archive that the contract suite wrote: run the contract suite first`;
    await expect(readArchive(file, DOCUMENT)).rejects.toThrow(words);
  });
});
