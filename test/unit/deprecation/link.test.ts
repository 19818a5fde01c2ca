import { expect, test } from 'vitest';
import { findLink } from '../../../src/deprecation/link.ts';

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
