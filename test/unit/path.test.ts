import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createManagementClient } from '../../src/index.js';
import { answer, scriptedFetch } from './scripted-fetch.js';
import { rejection, tenant } from './tenant.js';

const TWO_PARAMETERS = '/organizations/{org_id}/members/{user}';

describe('a path parameter', () => {
  test.each([
    ['missing', {}],
    ['undefined', { id: undefined }],
    ['null', { id: null }],
    ['empty', { id: '' }],
    ['.', { id: '.' }],
    ['..', { id: '..' }],
    ['not well-formed at its end', { id: 'tep_\ud800' }],
    ['not well-formed at its start', { id: '\udc00tep' }],
    ['an object', { id: { a: 1 } }],
    ['an array', { id: ['a'] }],
    ['an empty array', { id: [] }],
  ])('that is %s is a TypeError that names it, and no request is made', async (_case, id) => {
    const auth = vi.fn(() => 't0ken');
    const { call } = tenant([], { auth });
    const error = await rejection(call('DELETE', '/token-exchange-profiles/{id}', { params: { path: id } }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain('params.path.id');
    expect(auth).not.toHaveBeenCalled();
  });

  test.each([undefined, {}, { params: {} }, { params: { path: undefined } }])(
    'is missing where all parameters are (%o)',
    async (init) => {
      const { call } = tenant([]);
      const error = await rejection(call('GET', '/token-exchange-profiles/{id}', init));
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toContain('params.path.id');
    },
  );

  test('is named where it is one of several', async () => {
    const { call } = tenant([]);
    const error = await rejection(call('GET', TWO_PARAMETERS, { params: { path: { org_id: 'org_1', user: '..' } } }));
    expect(error.message).toContain('params.path.user');
    expect(error.message).not.toContain('org_id');
  });

  test.each([
    ['a/b', 'a%2Fb'],
    ['../admin', '..%2Fadmin'],
    ['%2e%2e', '%252e%252e'],
    ['a?b#c', 'a%3Fb%23c'],
    ['a b', 'a%20b'],
    ['...', '...'],
    ['dev|1', 'dev%7C1'],
    ['ü€😀', '%C3%BC%E2%82%AC%F0%9F%98%80'],
    [0, '0'],
    [false, 'false'],
  ])('%s is sent as one segment', async (id, segment) => {
    const { call, sent } = tenant([answer(204)]);
    await call('DELETE', '/guardian/enrollments/{id}', { params: { path: { id } } });
    expect(sent[0]?.url).toBe(`https://acme.example.com/api/v2/guardian/enrollments/${segment}`);
  });

  test('of any text arrives as that text', async () => {
    const id = fc.string({ unit: 'binary' }).filter((text) => !['', '.', '..'].includes(text));
    await fc.assert(
      fc.asyncProperty(id, id, async (org_id, user) => {
        const urls: string[] = [];
        const management = createManagementClient({
          tenantDomain: 'acme.example.com',
          auth: 't0ken',
          fetch: async ({ url }) => {
            urls.push(url);
            return answer(200, {});
          },
        });
        // A path that the document does not have, so only plain JavaScript can ask for it.
        await management.GET(TWO_PARAMETERS as never, { params: { path: { org_id, user } } } as never);
        const segments = new URL(urls[0] ?? '').pathname.split('/').map(decodeURIComponent);
        expect(segments).toEqual(['', 'api', 'v2', 'organizations', org_id, 'members', user]);
      }),
    );
  });

  test('needs no place in a path without one', async () => {
    const { fetch, sent } = scriptedFetch([answer(200, [])]);
    const management = createManagementClient({ baseUrl: 'http://localhost:4010', auth: 't0ken', fetch });
    // A path that the document does not have, so only plain JavaScript can ask for it.
    await management.GET('/token-exchange-profiles' as never, undefined as never);
    expect(sent[0]?.url).toBe('http://localhost:4010/token-exchange-profiles');
  });
});
