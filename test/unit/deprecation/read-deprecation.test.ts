import { describe, expect, test, vi } from 'vitest';
import { readDeprecation } from '../../../src/deprecation/read-deprecation.ts';

/** The example of RFC 9745 section 2.1: 30 June 2023, 23:59:59 UTC. */
const DEPRECATED_AT = new Date('2023-06-30T23:59:59Z');
/** The example of RFC 8594 section 3. */
const SUNSET = 'Sat, 31 Dec 2018 23:59:59 GMT';
const SUNSET_AT = new Date('2018-12-31T23:59:59Z');

const read = (headers: Record<string, string> | [string, string][]) => readDeprecation(new Response(null, { headers }));

describe('readDeprecation() reads the date of Deprecation', () => {
  test.for<{ what: string; field: string; date: Date }>([
    { what: 'a number of epoch seconds', field: '@1688169599', date: DEPRECATED_AT },
    { what: 'a number with a parameter', field: '@1688169599;x=1', date: DEPRECATED_AT },
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
    { what: 'a time in the far future', field: '@253402300799', date: new Date('9999-12-31T23:59:59Z') },
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
    { what: 'an HTTP date, as in an early draft', field: 'Sun, 11 Nov 2018 23:59:59 GMT' },
    { what: 'a fraction', field: '@1688169599.5' },
    { what: 'a number without @', field: '1688169599' },
    { what: 'a list of two dates', field: '@1688169599, @1688169600' },
    { what: 'an inner list', field: '(@1688169599)' },
    { what: 'a string', field: '"@1688169599"' },
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
    { what: 'other text', field: 'version="v1"' },
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
