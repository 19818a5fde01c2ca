import { expect, test } from 'vitest';
import { findLink } from '../../../src/deprecation/link.js';

const BASE = 'https://acme.example.com/api/v2/things/1';
const find = (field: string | null, base = BASE) => findLink(field, ['deprecation', 'sunset'], base);

test.for<{ what: string; field: string; link: string }>([
  {
    what: 'a link with a quoted relation type',
    field: '<https://example.com/a>; rel="deprecation"',
    link: 'https://example.com/a',
  },
  {
    what: 'a link with an unquoted relation type',
    field: '<https://example.com/a>;rel=sunset',
    link: 'https://example.com/a',
  },
  {
    what: 'a link with several relation types, one of which was passed to findLink()',
    field: '<https://example.com/a>; rel="help Sunset"',
    link: 'https://example.com/a',
  },
  {
    what: 'a link with an upper-case parameter name',
    field: '<https://example.com/a>; REL = "sunset"',
    link: 'https://example.com/a',
  },
  { what: 'a link with the scheme http', field: '<http://example.com/a>; rel=sunset', link: 'http://example.com/a' },
  {
    what: 'a link with a parameter without a value',
    field: '<https://example.com/a> ; a; rel=sunset',
    link: 'https://example.com/a',
  },
  {
    what: 'a link whose target is a path',
    field: '</changes>; rel=deprecation',
    link: 'https://acme.example.com/changes',
  },
  {
    what: 'a link with a comma in its target',
    field: '<https://example.com/a,b>; rel=sunset',
    link: 'https://example.com/a,b',
  },
  {
    what: 'a link that follows links with other relation types',
    field: '<https://example.com/a>; rel=next, <https://example.com/b>, <https://example.com/c>; rel=sunset',
    link: 'https://example.com/c',
  },
  {
    what: 'a link whose title contains a quotation mark, a comma and the text of a parameter',
    field: '<https://example.com/a>; title="\\", ; rel=next"; rel=sunset; crossorigin',
    link: 'https://example.com/a',
  },
  {
    what: 'the link whose relation type was passed first, even if another link comes first in the field',
    field: '<https://example.com/a>; rel=sunset, <https://example.com/b>; rel=deprecation',
    link: 'https://example.com/b',
  },
])('findLink() finds $what', ({ field, link }) => {
  expect(find(field)).toBe(link);
});

test.for<{ what: string; field: string | null }>([
  { what: 'a missing Link header field', field: null },
  { what: 'a link with another relation type', field: '<https://example.com/a>; rel=next' },
  {
    what: 'a link whose relation type is in a second rel parameter',
    field: '<https://example.com/a>; rel=next; rel=sunset',
  },
  { what: 'a link whose relation type is only in its title', field: '<https://example.com/a>; title="; rel=sunset"' },
  { what: 'a link with an anchor', field: '<https://example.com/a>; rel=sunset; anchor="/other"' },
  { what: 'a link with the scheme javascript', field: '<javascript:alert(1)>; rel=sunset' },
  { what: 'a link with an invalid target', field: '<https://:80>; rel=sunset' },
  { what: 'a link without angle brackets', field: 'https://example.com/a; rel=sunset' },
])('findLink() returns undefined for $what', ({ field }) => {
  expect(find(field)).toBeUndefined();
});
