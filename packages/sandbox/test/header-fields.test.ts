// Tests of header fields of all responses: for CORS (https://fetch.spec.whatwg.org/#http-cors-protocol), and Deprecation
// (RFC 9745), Sunset (RFC 8594) and Link (RFC 8288) of deprecated operations.
import { describe, expect, onTestFinished, test } from 'vitest';
import { EXAMPLE_BOOK, libraryDocument } from '../../../test/support/library-document.ts';
import { buildSynthetic, type SyntheticOptions } from '../../../test/support/synthetic-sandbox.ts';
import {
  callOperation,
  DELETE_ENROLLMENT,
  DELETE_PROFILE,
  READ,
  requestToken,
  startTestSandbox,
  startWithToken,
} from './sandbox-client.ts';

const EXPOSED =
  'Date, Retry-After, Deprecation, Sunset, Link, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';
const corsOf = ({ headers }: { headers: Headers }) => [
  headers.get('Access-Control-Allow-Origin'),
  headers.get('Access-Control-Expose-Headers'),
];

test('CORS allows every origin to read the responses of the API, of the token endpoint and of other paths', async () => {
  const sandbox = await startTestSandbox();
  const granted = await requestToken(sandbox);
  const token = String(granted.body['access_token']);
  sandbox.fail({ with: 503 });
  const responses = [
    granted,
    await requestToken(sandbox, { client_secret: 'wrong' }),
    await callOperation(sandbox, DELETE_PROFILE, { token }),
    await callOperation(sandbox, READ, { token }),
    await callOperation(sandbox, READ, { token: 'no-jwt' }),
    await fetch(`${sandbox.baseUrl}/users`),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 401, 503, 200, 401, 404]);
  expect(responses.map(corsOf)).toEqual(responses.map(() => ['*', EXPOSED]));
});

describe('a preflight request', () => {
  test.each<[string, 'apiUrl' | 'tokenUrl', string, string | undefined]>([
    ['to the API for a DELETE with two header fields', 'apiUrl', 'DELETE', 'authorization,content-type'],
    ['to the token endpoint for a POST with one header field', 'tokenUrl', 'POST', 'content-type'],
    ['to the token endpoint for a POST without header fields', 'tokenUrl', 'POST', undefined],
  ])(
    '%s needs no token, and its response allows exactly the requested method and header fields',
    async (_what, place, method, fields) => {
      const { baseUrl, tokenUrl, requests } = await startTestSandbox();
      const url = { apiUrl: `${baseUrl}/guardian/enrollments/dev_1`, tokenUrl }[place];
      const headers = { Origin: 'https://app.example.com', 'Access-Control-Request-Method': method };
      const response = await fetch(url, {
        method: 'OPTIONS',
        headers: fields === undefined ? headers : { ...headers, 'Access-Control-Request-Headers': fields },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(response.headers.get('Access-Control-Allow-Methods')).toBe(method);
      expect(response.headers.get('Access-Control-Allow-Headers')).toBe(fields ?? null);
      expect(response.headers.get('Content-Type')).toBeNull();
      expect(requests.map(({ status, operation }) => [status, operation])).toEqual([[204, undefined]]);
    },
  );

  test('is not affected by a fault and does not count toward the rate limit', async () => {
    const { sandbox, call } = await startWithToken({ rateLimit: { limit: 1, perSecond: 1 }, clock: () => 0 });
    const preflight = { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'GET' } };
    sandbox.fail({ with: 503 });
    expect((await fetch(`${sandbox.baseUrl}/token-exchange-profiles/tep_1`, preflight)).status).toBe(204);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await call(DELETE_PROFILE)).status);
    expect(statuses).toEqual([503, 204, 429]);
  });
});

const DEPRECATED_AT = '2026-01-01T00:00:00Z';
const SUNSET_AT = '2026-07-01T00:00:00Z';
const LINK = 'https://example.com/changes';

const fieldsOf = ({ headers }: { headers: Headers }) =>
  ['Deprecation', 'Sunset', 'Link'].map((name) => headers.get(name));

describe('the option deprecations', () => {
  test.for([
    {
      what: 'both times and a link',
      deprecation: { deprecatedAt: DEPRECATED_AT, sunsetAt: SUNSET_AT, link: LINK },
      fields: ['@1767225600', 'Wed, 01 Jul 2026 00:00:00 GMT', `<${LINK}>; rel="deprecation"`],
    },
    {
      what: 'a time of sunset and a link',
      deprecation: { sunsetAt: SUNSET_AT, link: LINK },
      fields: [null, 'Wed, 01 Jul 2026 00:00:00 GMT', `<${LINK}>; rel="sunset"`],
    },
    {
      what: 'Date objects',
      deprecation: { deprecatedAt: new Date(DEPRECATED_AT), sunsetAt: new Date(SUNSET_AT) },
      fields: ['@1767225600', 'Wed, 01 Jul 2026 00:00:00 GMT', null],
    },
  ])('with $what adds the matching header fields to a response', async ({ deprecation, fields }) => {
    const { call } = await startWithToken({ deprecations: { [READ]: deprecation } });
    expect(fieldsOf(await call(READ))).toEqual(fields);
  });

  test('adds the header field Deprecation to error responses of the operation, including injected errors, but not to responses of other operations', async () => {
    const { sandbox, call } = await startWithToken({ deprecations: { [READ]: { deprecatedAt: DEPRECATED_AT } } });
    sandbox.fail({ with: 429 });
    const responses = [
      await call(READ),
      await callOperation(sandbox, READ),
      await call(READ, { id: 'unknown' }),
      await call(DELETE_ENROLLMENT),
    ];
    expect(responses.map(({ status }) => status)).toEqual([429, 401, 404, 204]);
    expect(responses.map(({ headers }) => headers.get('Deprecation'))).toEqual([
      '@1767225600',
      '@1767225600',
      '@1767225600',
      null,
    ]);
  });
});

test('the behavior file can deprecate an operation, unless assume is false or the option deprecations overrides the file', async () => {
  const library = await buildSynthetic(
    libraryDocument(),
    `operations: { readBook: { deprecation: { deprecatedAt: ${DEPRECATED_AT}, source: assumed } } }`,
  );
  onTestFinished(() => library.remove());
  const read = async (options?: SyntheticOptions) => {
    const { baseUrl } = await library.start(options);
    return fieldsOf(await fetch(`${baseUrl}/books/${EXAMPLE_BOOK.id}`));
  };
  expect(await read()).toEqual(['@1767225600', null, null]);
  expect(await read({ assume: false })).toEqual([null, null, null]);
  const deprecations = { readBook: { sunsetAt: SUNSET_AT } };
  expect(await read({ deprecations })).toEqual([null, 'Wed, 01 Jul 2026 00:00:00 GMT', null]);
});
