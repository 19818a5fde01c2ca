import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { locationsIn } from '../src/contract.ts';

const YAML = `openapi: 3.1.0
paths:
  /books:
    get:
      parameters:
        - name: page
          in: query
        - &limit
          name: limit
      responses:
        200: { description: Books. }
    put:
      parameters: [*limit]
`;
const JSON_TEXT = `{
  "openapi": "3.1.0",
  "paths": { "/\\u0062ooks": {
    "get": { "a": [1, {"b}": "],{"}],
      "parameters": [
        {
          "name": "page" },
        { "name": "limit" }
      ] } } }
}
`;

test.for([
  ['yaml', '', false, 1],
  ['yaml', '/paths/~1books/get', false, 4],
  ['yaml', '/paths/~1books/get/parameters/0/in', false, 7],
  ['yaml', '/paths/~1books/get/parameters/1/name', false, 9],
  ['yaml', '/paths/~1books/get/parameters/1', true, 5],
  ['yaml', '/paths/~1books/get/responses/200/content', false, 11],
  ['yaml', '/paths/~1books/put/parameters/0/name', false, 9],
  ['yaml', '/paths/~1pets/get', true, 2],
  ['yaml', 'api.behavior.yaml#/operations', false, 1],
  ['json', '/paths/~1books/get', false, 4],
  ['json', '/paths/~1books/get/a/1/b}', false, 4],
  ['json', '/paths/~1books/get/parameters/1', false, 8],
  ['json', '/paths/~1books/get/parameters/1', true, 5],
  ['json', '/paths/~1pets/get', true, 3],
] as const)('locationsIn() finds the line in %s of %s (removed: %s)', async ([extension, pointer, isRemoved, line]) => {
  const file = `api.${extension}`;
  const root = temporaryFolder({ [file]: extension === 'json' ? JSON_TEXT : YAML });
  expect(locationsIn({ document: join(root, file), root })(pointer, isRemoved)).toEqual({ file, line });
});
