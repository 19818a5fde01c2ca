// Tests that browser scripts of any origin can read the responses: https://fetch.spec.whatwg.org/#http-cors-protocol
import { describe, expect, test } from 'vitest';
import {
  callOperation,
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

describe('CORS', () => {
  test('allows every origin to read the responses of the API, of the token endpoint and of other paths', async () => {
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
