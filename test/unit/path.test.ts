import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManagementClient } from '../../src/index.ts';
import { expandPath } from '../../src/options/path.ts';
import { createResponse, scriptedFetch } from '../support/scripted-fetch.ts';

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
  test('is not required if the path template has no parameters', async () => {
    const { fetch, sent } = scriptedFetch([createResponse(200, [])]);
    const management = createManagementClient({ baseUrl: 'http://localhost:4010', auth: 't0ken', fetch });
    // Only plain JavaScript can call a path that the document does not have.
    await management.GET('/token-exchange-profiles' as never, undefined as never);
    expect(sent[0]?.url).toBe('http://localhost:4010/token-exchange-profiles');
  });
});
