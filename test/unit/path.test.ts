import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createManagementClient } from '../../src/index.js';
import { expandPath } from '../../src/options/path.js';
import { rejectionOf } from '../support/expected-errors.js';
import { createScriptedClient } from '../support/scripted-client.js';
import { createResponse, scriptedFetch } from '../support/scripted-fetch.js';

const TWO_PARAMETERS = '/organizations/{org_id}/members/{user}';

/** Generates all code points except surrogates. Creating `fc.string({ unit: 'binary' })` would take seconds. */
const codePoint = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }),
  fc.integer({ min: 0, max: 0xd7ff }),
  fc.integer({ min: 0xe000, max: 0x10ffff }),
);
/** Generates strings that are valid path segments. */
const segment = fc
  .array(codePoint, { minLength: 1 })
  .map((points) => String.fromCodePoint(...points))
  .filter((text) => text !== '.' && text !== '..');

describe('expandPath', () => {
  const TEMPLATE = '/token-exchange-profiles/{id}';

  test.each([
    ['missing', {}],
    ['undefined', { id: undefined }],
    ['null', { id: null }],
    ['empty', { id: '' }],
    ['.', { id: '.' }],
    ['..', { id: '..' }],
    ['a string that ends with a lone surrogate', { id: 'tep_\ud800' }],
    ['a string that starts with a lone surrogate', { id: '\udc00tep' }],
    ['an object', { id: { a: 1 } }],
    ['an object with toString', { id: { toString: () => 'tep_1' } }],
    ['an array', { id: ['a'] }],
    ['an empty array', { id: [] }],
    ['a function', { id: () => 'tep_1' }],
    ['a symbol', { id: Symbol('tep_1') }],
  ])('throws a TypeError that names the parameter if its value is %s', (_case, params) => {
    expect(() => expandPath(TEMPLATE, params)).toThrow(
      expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(/^params\.path\.id must /) }),
    );
  });

  test('throws an error that names the invalid parameter, not the valid ones', () => {
    expect(() => expandPath(TWO_PARAMETERS, { org_id: 'org_1', user: '..' })).toThrow(
      'params.path.user must not be "." or ".."',
    );
  });

  test('throws a TypeError for a parameter whose only value is inherited from Object.prototype', () => {
    expect(() => expandPath('/things/{constructor}', {})).toThrow(
      'params.path.constructor must be a string or a number',
    );
  });

  test.each([
    ['tep_1', 'tep_1'],
    ['...', '...'],
    [0, '0'],
    [false, 'false'],
    [10n, '10'],
  ])('replaces the parameter with the value %o by %s', (id, text) => {
    expect(expandPath(TEMPLATE, { id })).toBe(`/token-exchange-profiles/${text}`);
  });

  test.each([
    ['/things', '/things'],
    ['/things/{id}', '/things/1'],
    ['/things/{id}/parts/{id}', '/things/1/parts/1'],
    ['/things/{id}/{name}', '/things/1/%7Bid%7D'],
    ['/things/{id}-{name}', '/things/1-%7Bid%7D'],
  ])('expands the template %s to %s, and reads no other parameters', (template, path) => {
    expect(expandPath(template, { id: '1', name: '{id}', other: '..' })).toBe(path);
  });

  test('percent-encodes every valid path segment', () => {
    fc.assert(
      fc.property(segment, (id) => {
        expect(expandPath(TEMPLATE, { id })).toBe(`/token-exchange-profiles/${encodeURIComponent(id)}`);
      }),
    );
  });
});

describe('a path parameter', () => {
  test.each([undefined, {}, { params: {} }, { params: { path: undefined } }])(
    'is required: if it is missing (%o), the call throws a TypeError and sends no request',
    async (init) => {
      const auth = vi.fn(() => 't0ken');
      const { call } = createScriptedClient([], { auth });
      const error = await rejectionOf(call('GET', '/token-exchange-profiles/{id}', init));
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toBe('params.path.id must not be missing or empty');
      expect(auth).not.toHaveBeenCalled();
    },
  );

  test.each([
    ['a/b', 'a%2Fb'],
    ['../admin', '..%2Fadmin'],
    ['%2e%2e', '%252e%252e'],
    ['a?b#c', 'a%3Fb%23c'],
    ['a b', 'a%20b'],
    ['...', '...'],
    ['dev|1', 'dev%7C1'],
    ['ü€😀', '%C3%BC%E2%82%AC%F0%9F%98%80'],
    ['$&', '%24%26'],
    [0, '0'],
    [false, 'false'],
  ])('with the value %s is percent-encoded as one path segment', async (id, encoded) => {
    const { call, sent } = createScriptedClient([createResponse(204)]);
    await call('DELETE', '/guardian/enrollments/{id}', { params: { path: { id } } });
    expect(sent[0]?.url).toBe(`https://acme.example.com/api/v2/guardian/enrollments/${encoded}`);
  });

  test('with any valid string as its value is received by the server as the same string', async () => {
    const urls: string[] = [];
    const management = createManagementClient({
      tenantDomain: 'acme.example.com',
      auth: 't0ken',
      fetch: async ({ url }) => {
        urls.push(url);
        return createResponse(204);
      },
    });
    await fc.assert(
      fc.asyncProperty(segment, segment, async (org_id, user) => {
        // Only plain JavaScript can call a path that the document does not have.
        await management.GET(TWO_PARAMETERS as never, { params: { path: { org_id, user } } } as never);
        const segments = new URL(urls.at(-1) ?? '').pathname.split('/').map(decodeURIComponent);
        expect(segments).toEqual(['', 'api', 'v2', 'organizations', org_id, 'members', user]);
      }),
      // Fewer runs than the default, because each run is a call.
      { numRuns: 30 },
    );
  });

  test('is not required if the path template has no parameters', async () => {
    const { fetch, sent } = scriptedFetch([createResponse(200, [])]);
    const management = createManagementClient({ baseUrl: 'http://localhost:4010', auth: 't0ken', fetch });
    // Only plain JavaScript can call a path that the document does not have.
    await management.GET('/token-exchange-profiles' as never, undefined as never);
    expect(sent[0]?.url).toBe('http://localhost:4010/token-exchange-profiles');
  });
});
