import { expect, test } from 'vitest';
import { slugsOf } from '../reference/slugs.ts';

test.for([
  ['keeps lower-case letters, digits, hyphens and underscores', ['get_user-grants_by_id2'], ['get_user-grants_by_id2']],
  ['separates the words of an id in camel case', ['listUserGrants'], ['list-user-grants']],
  ['keeps abbreviations together', ['getHTTPStatusURL'], ['get-http-status-url']],
  ['replaces characters such as spaces and slashes', ['GET /users/{id}.json'], ['get-users-id-json']],
  [
    'adds a number to ids whose slugs would be equal, reserved or empty',
    ['listUsers', 'ListUsers', 'list.users', 'Index', '日本'],
    ['list-users', 'list-users-2', 'list-users-3', 'index-2', '-2'],
  ],
] as const)('slugsOf() %s', ([, ids, slugs]) => {
  expect([...slugsOf(ids).values()]).toEqual(slugs);
});
