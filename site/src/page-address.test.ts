import { expect, test } from 'vitest';
import { isReference, linkAddress, pageId } from './page-address.ts';

test.each([
  ['docs/tokens.md', 'guides/tokens'],
  ['docs/README.md', 'guides'],
  ['docs/decisions/0001-openapi-fetch.md', 'guides/decisions/0001-openapi-fetch'],
  ['examples/README.md', 'examples'],
  ['examples/hono-service/README.md', 'examples/hono-service'],
  ['packages/sandbox/README.md', 'guides/sandbox'],
  ['site/src/content/docs/reference/index.md', 'reference'],
  ['site/src/content/docs/reference/operations/get_items.md', 'reference/operations/get_items'],
  ['examples/demo.ts', undefined],
])('pageId() for the file %s returns the page id %s', (file, id) => {
  expect(pageId(file)).toBe(id);
});

test.each([
  ['bulk.md#the-brake', '/name/guides/bulk/#the-brake'],
  ['../packages/sandbox/README.md', '/name/guides/sandbox/'],
  ['../README.md', '/name/'],
  ['../examples/demo.ts', '/name/files/examples/demo.ts.txt'],
  ['#retries', '#retries'],
  ['https://example.com/a.md', 'https://example.com/a.md'],
  ['../../secret.txt', '../../secret.txt'],
])('linkAddress() turns the link %s of a guide into the address %s', (target, address) => {
  expect(linkAddress(target, 'docs/tokens.md', '/name/')).toBe(address);
});

test.each([
  ['reference', true],
  ['reference/operations/get_items', true],
  ['guides/reference', false],
])('isReference() for the page %s returns %s', (id, expected) => {
  expect(isReference(id)).toBe(expected);
});
