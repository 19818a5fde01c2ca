import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManagementClient } from '../../src/index.ts';
import { rejectionOf } from '../support/expected-errors.ts';

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

/** Calls an operation that the document does not have, and returns the path of the request. */
async function sentPath(template: string, path?: object): Promise<string> {
  let sent = '';
  const management = createManagementClient({
    baseUrl: 'http://localhost:4010',
    auth: 't0ken',
    fetch: async ({ url }) => {
      sent = url.replace('http://localhost:4010', '');
      return Response.json({});
    },
  });
  await management.GET(template as never, { params: { path } } as never);
  return sent;
}

describe('a path parameter', () => {
  const TEMPLATE = '/token-exchange-profiles/{id}';

  test('that is not valid is named by the error, and the others are not', async () => {
    const error = await rejectionOf(sentPath(TWO_PARAMETERS, { org_id: 'org_1', user: '..' }));
    expect(error.message).toBe('params.path.user must not be "." or ".."');
  });

  test('whose only value is inherited from Object.prototype is missing', async () => {
    const error = await rejectionOf(sentPath('/things/{constructor}', {}));
    expect(error.message).toBe('params.path.constructor must not be missing or empty');
  });

  test.each([
    ['tep_1', 'tep_1'],
    ['...', '...'],
    [0, '0'],
    [false, 'false'],
    [10n, '10'],
  ])('with the value %o is sent as %s', async (id, text) => {
    expect(await sentPath(TEMPLATE, { id })).toBe(`/token-exchange-profiles/${text}`);
  });

  test.each([
    ['/things', '/things'],
    ['/things/{id}', '/things/1'],
    ['/things/{id}/parts/{id}', '/things/1/parts/1'],
    ['/things/{id}/{name}', '/things/1/%7Bid%7D'],
    ['/things/{id}-{name}', '/things/1-%7Bid%7D'],
  ])('is read only if the template names it: %s results in %s', async (template, path) => {
    expect(await sentPath(template, { id: '1', name: '{id}', other: '..' })).toBe(path);
  });

  test('is percent-encoded if it is a valid path segment', async () => {
    await fc.assert(
      fc.asyncProperty(segment, async (id) => {
        expect(await sentPath(TEMPLATE, { id })).toBe(`/token-exchange-profiles/${encodeURIComponent(id)}`);
      }),
    );
  });

  test('is not required if the path template has no parameters', async () => {
    expect(await sentPath('/token-exchange-profiles')).toBe('/token-exchange-profiles');
  });
});
