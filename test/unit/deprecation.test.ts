import { describe, expect, test, vi } from 'vitest';
import { type OperationDeprecation, observeDeprecation } from '../../src/deprecation/index.ts';
import { findLink, readDeprecation } from '../../src/deprecation/read-deprecation.ts';
import { createManagementClient, type Fetch, type ManagementClient } from '../../src/index.ts';
import { recordEvents } from '../support/process-events.ts';
import { PROFILE, PROFILE_PATH, profileParams } from '../support/scripted-client.ts';
import { createResponse, scriptedFetch } from '../support/scripted-fetch.ts';

const DEPRECATED = { Deprecation: '@1688169599', Sunset: 'Mon, 31 Dec 2029 23:59:59 GMT' };
const DATES = { deprecatedAt: new Date('2023-06-30T23:59:59Z'), sunsetAt: new Date('2029-12-31T23:59:59Z') };
const READ = { method: 'GET', path: PROFILE_PATH, ...DATES };

const clientWith = (fetch: Fetch): ManagementClient =>
  createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch });

/** Creates an observed client whose nth request gets the nth of `responses`, and the list of what it reports. */
function observedClient(responses: readonly Response[]) {
  const reported: OperationDeprecation[] = [];
  const client = clientWith(scriptedFetch(responses).fetch);
  return { client, reported, observed: observeDeprecation(client, (deprecation) => reported.push(deprecation)) };
}

const profile = (headers = {}) => createResponse(200, PROFILE, headers);

describe('observeDeprecation()', () => {
  test('reports the method, the path template and the dates of a deprecated operation, and returns the result of the call', async () => {
    const { observed, reported } = observedClient([profile(DEPRECATED)]);
    const { data } = await observed.GET(PROFILE_PATH, profileParams);
    expect(data).toEqual(PROFILE);
    expect(reported).toEqual([READ]);
  });

  test('reports each deprecated operation only once', async () => {
    const deleted = createResponse(204, undefined, DEPRECATED);
    const { observed, reported } = observedClient([profile(DEPRECATED), deleted, profile(DEPRECATED)]);
    await observed.GET(PROFILE_PATH, profileParams);
    await observed.DELETE(PROFILE_PATH, profileParams);
    await observed.GET(PROFILE_PATH, profileParams);
    expect(reported).toEqual([READ, { ...READ, method: 'DELETE' }]);
  });

  test('returns the data of the call if onDeprecation throws', async () => {
    const onDeprecation = vi.fn(() => {
      throw new Error('hook failed');
    });
    const { fetch } = scriptedFetch([profile(DEPRECATED), profile(DEPRECATED)]);
    const observed = observeDeprecation(clientWith(fetch), onDeprecation);
    expect((await observed.GET(PROFILE_PATH, profileParams)).data).toEqual(PROFILE);
    expect((await observed.GET(PROFILE_PATH, profileParams)).data).toEqual(PROFILE);
    expect(onDeprecation).toHaveBeenCalledTimes(1);
  });

  test('causes no unhandled rejection if onDeprecation rejects', async () => {
    const unhandled = recordEvents('unhandledRejection');
    const { fetch } = scriptedFetch([profile(DEPRECATED)]);
    const observed = observeDeprecation(clientWith(fetch), () => Promise.reject(new Error('hook failed')));
    expect((await observed.GET(PROFILE_PATH, profileParams)).data).toEqual(PROFILE);
    // Node.js emits unhandledRejection before the next macrotask.
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  });

  test('throws a TypeError that names the invalid argument', () => {
    const { client } = observedClient([]);
    const observe = observeDeprecation as (client: unknown, onDeprecation: unknown) => void;
    for (const invalid of [undefined, null, {}, 'client'])
      expect(() => observe(invalid, () => undefined)).toThrow(
        new TypeError('client must be the result of createManagementClient()'),
      );
    expect(() => observe(client, undefined)).toThrow(new TypeError('onDeprecation must be a function'));
  });
});

/** The example of RFC 9745 section 2.1: 30 June 2023, 23:59:59 UTC. */
const DEPRECATED_AT = new Date('2023-06-30T23:59:59Z');
/** The example of RFC 8594 section 3. */
const SUNSET = 'Sat, 31 Dec 2018 23:59:59 GMT';
const SUNSET_AT = new Date('2018-12-31T23:59:59Z');

const read = (headers: Record<string, string> | [string, string][]) => readDeprecation(new Response(null, { headers }));

describe('readDeprecation() reads the date of Deprecation', () => {
  test.for<{ what: string; field: string; date: Date }>([
    { what: 'a number of epoch seconds', field: '@1688169599', date: DEPRECATED_AT },
    {
      what: 'a number with several parameters, one of them without a value',
      field: '@1688169599;a; *b="1;\\"2";c=@3;d=:AQ==:',
      date: DEPRECATED_AT,
    },
    {
      what: 'a number with a parameter whose name contains digits and punctuation',
      field: '@1688169599;a1_-.*=?1',
      date: DEPRECATED_AT,
    },
    { what: 'a number with spaces around it', field: '  @1688169599  ', date: DEPRECATED_AT },
    { what: 'zero', field: '@0', date: new Date(0) },
    { what: 'a negative number, before 1970', field: '@-86400', date: new Date('1969-12-31T00:00:00Z') },
    { what: 'the latest time that Date supports', field: '@8640000000000', date: new Date(8.64e15) },
  ])('from $what: $field', ({ field, date }) => {
    expect(read({ Deprecation: field })).toEqual({ deprecatedAt: date });
  });
});

test('readDeprecation() reads a date with white space after it, which only `new Headers()` removes', () => {
  const headers = new Headers();
  vi.spyOn(headers, 'get').mockImplementation((name) => (name === 'Deprecation' ? '@1688169599 \t' : null));
  // The cast is safe: the function reads only these members.
  expect(readDeprecation({ headers, url: '' } as Response)).toEqual({ deprecatedAt: DEPRECATED_AT });
});

describe('readDeprecation() ignores a Deprecation header field with', () => {
  test.for<{ what: string; field: string }>([
    { what: 'the value true, as in an early draft', field: 'true' },
    { what: 'a boolean of Structured Fields', field: '?1' },
    { what: 'a number without @', field: '1688169599' },
    { what: 'a list of two dates', field: '@1688169599, @1688169600' },
    { what: 'a plus sign', field: '@+1688169599' },
    { what: 'a space after @', field: '@ 1688169599' },
    { what: 'no digits', field: '@' },
    { what: 'more than 15 digits', field: '@1000000000000000' },
    { what: 'a time that is later than the latest time that Date supports', field: '@8640000000001' },
    { what: 'a parameter with an upper-case name', field: '@1688169599;X=1' },
    { what: 'a parameter without a name', field: '@1688169599;' },
    { what: 'a parameter after a space', field: '@1688169599 ;x=1' },
    { what: 'text after the date', field: '@1688169599 UTC' },
    { what: 'an empty value', field: '' },
  ])('$what: "$field"', ({ field }) => {
    expect(read({ Deprecation: field })).toBeUndefined();
  });
});

describe('readDeprecation() reads Sunset', () => {
  test.for([
    { form: 'IMF-fixdate', field: SUNSET },
    { form: 'asctime', field: 'Mon Dec 31 23:59:59 2018' },
    { form: 'RFC 850', field: 'Monday, 31-Dec-18 23:59:59 GMT' },
  ])('without Deprecation, in the format $form', ({ field }) => {
    expect(read({ Sunset: field })).toEqual({ sunsetAt: SUNSET_AT });
  });
});

describe('readDeprecation() reads Link', () => {
  const link = '<https://example.com/changes>; rel="deprecation"; type="text/html"';

  test('only of a response with a valid Deprecation or Sunset, because a link does not deprecate the operation', () => {
    expect(read({ Link: link })).toBeUndefined();
    expect(read({ Link: link, Deprecation: 'true' })).toBeUndefined();
    expect(read({ Link: link, Sunset: SUNSET })).toEqual({ sunsetAt: SUNSET_AT, link: 'https://example.com/changes' });
  });

  test('with the relation sunset if no link has the relation deprecation', () => {
    const headers = { Link: '<https://example.com/sunset>; rel=sunset', Deprecation: '@1688169599' };
    expect(read(headers)?.link).toBe('https://example.com/sunset');
  });
});

const BASE = 'https://acme.example.com/api/v2/things/1';
const A = 'https://example.com/a';
const find = (field: string | null, base = BASE) => findLink(field, ['deprecation', 'sunset'], base);

test.each([
  ['a link with a quoted relation type', '<https://example.com/a>; rel="deprecation"', A],
  ['a link with an unquoted relation type', '<https://example.com/a>;rel=sunset', A],
  [
    'a link with several relation types, one of which was passed to findLink()',
    '<https://example.com/a>; rel="help Sunset"',
    A,
  ],
  ['a link with an upper-case parameter name', '<https://example.com/a>; REL = "sunset"', A],
  ['a link with the scheme http', '<http://example.com/a>; rel=sunset', 'http://example.com/a'],
  ['a link with a parameter without a value', '<https://example.com/a> ; a; rel=sunset', A],
  ['a link whose target is a path', '</changes>; rel=deprecation', 'https://acme.example.com/changes'],
  ['a link with a comma in its target', '<https://example.com/a,b>; rel=sunset', 'https://example.com/a,b'],
  [
    'a link that follows links with other relation types',
    '<https://example.com/a>; rel=next, <https://example.com/b>, <https://example.com/c>; rel=sunset',
    'https://example.com/c',
  ],
  [
    'a link whose title contains a quotation mark, a comma and the text of a parameter',
    '<https://example.com/a>; title="\\", ; rel=next"; rel=sunset; crossorigin',
    A,
  ],
  [
    'the link whose relation type was passed first, even if another link comes first in the field',
    '<https://example.com/a>; rel=sunset, <https://example.com/b>; rel=deprecation',
    'https://example.com/b',
  ],
])('findLink() finds %s', (_what, field, link) => {
  expect(find(field)).toBe(link);
});

test.each([
  ['a missing Link header field', null],
  ['a link with another relation type', '<https://example.com/a>; rel=next'],
  ['a link whose relation type is in a second rel parameter', '<https://example.com/a>; rel=next; rel=sunset'],
  ['a link whose relation type is only in its title', '<https://example.com/a>; title="; rel=sunset"'],
  ['a link with an anchor', '<https://example.com/a>; rel=sunset; anchor="/other"'],
  ['a link with the scheme javascript', '<javascript:alert(1)>; rel=sunset'],
  ['a link with an invalid target', '<https://:80>; rel=sunset'],
  ['a link without angle brackets', 'https://example.com/a; rel=sunset'],
])('findLink() returns undefined for %s', (_what, field) => {
  expect(find(field)).toBeUndefined();
});
