import { expect, test } from 'vitest';
import { slugsOf } from '../reference/slugs.ts';

const slugs = (...ids: string[]) => [...slugsOf(ids).values()];

test.for([
  ['keeps lower-case letters, digits, hyphens and underscores', 'get_user-grants_by_id2', 'get_user-grants_by_id2'],
  ['separates the words of an id in camel case', 'listUserGrants', 'list-user-grants'],
  ['keeps abbreviations together', 'getHTTPStatusURL', 'get-http-status-url'],
  ['replaces characters such as spaces and slashes with hyphens', 'GET /users/{id}.json', 'get-users-id-json'],
] as const)('slugsOf() %s', ([, id, slug]) => {
  expect(slugs(id)).toEqual([slug]);
});

test('slugsOf() adds a suffix to ids whose slugs would be equal, such as ids that differ only in case', () => {
  const [first, second, third] = slugs('listUsers', 'ListUsers', 'list.users');
  expect(first).toBe('list-users');
  expect(second).toMatch(/^list-users-[0-9a-f]{8}$/);
  expect(third).toMatch(/^list-users-[0-9a-f]{8}$/);
  expect(third).not.toBe(second);
});

test('slugsOf() returns the same slug for an id even if another id is added before this id', () => {
  expect(slugs('read', 'listUsers', 'ListUsers').slice(1)).toEqual(slugs('listUsers', 'ListUsers'));
});

test('slugsOf() returns neither the slug index, which is the page of a folder, nor an empty slug', () => {
  expect(slugs('Index', '日本')).toEqual([
    expect.stringMatching(/^index-[0-9a-f]{8}$/),
    expect.stringMatching(/^-[0-9a-f]{8}$/),
  ]);
});

test('slugsOf() shortens long ids, and the slugs of long ids differ', () => {
  const [first = '', second = ''] = slugs(`${'a'.repeat(300)}1`, `${'a'.repeat(300)}2`);
  expect(first).not.toBe(second);
  expect(first.length).toBeLessThan(120);
});
