// Tests the data of the "try it" panels of the docs site.
import type { OpenApiDocument, OperationObject, ServerObject } from 'tools-document/model';
import { expect, test } from 'vitest';
import { library } from '../../test/support/library-document.ts';
import { readYaml } from '../../test/support/read-yaml.ts';
import { tryItCalls } from '../reference/operation/try-it-calls.ts';

/** Returns the data of one operation, `POST /things/{id}` in a small document. */
function callOf(operation: OperationObject = {}, servers: OpenApiDocument['servers'] & object = []) {
  const post = { operationId: 'change_thing', responses: {}, ...operation };
  const paths = { '/things/{id}': { parameters: [{ name: 'id', in: 'path' as const, required: true }], post } };
  return tryItCalls({ info: { title: 'Things', version: '1' }, servers, paths })['change_thing'];
}

test('tryItCalls() returns the method, the path, the parameters and the token path of each operation', () => {
  const calls = tryItCalls(library);
  expect(calls['readSection']).toEqual({
    method: 'GET',
    path: '/sections/{name}',
    parameters: [{ name: 'name', in: 'path', required: true, sample: 'a' }],
    basePath: '/v1',
    tokenPath: '/token',
  });
  const sample = { title: expect.any(String) };
  expect(calls['updateBook']).toMatchObject({ body: { type: 'json', required: false, sample } });
});

test('tryItCalls() returns no token path for an operation that needs no token', () => {
  expect(tryItCalls(library)['closeLibrary']).toMatchObject({ basePath: '/v1' });
  expect(tryItCalls(library)['closeLibrary']).not.toHaveProperty('tokenPath');
});

test.for<{
  title: string;
  operation?: OperationObject;
  servers?: ServerObject[];
  contains: object;
}>(readYaml(import.meta.dirname, 'try-it-calls.yaml'))('tryItCalls() $title', ({ operation, servers, contains }) => {
  expect(callOf(operation, servers)).toMatchObject(contains);
});

test('tryItCalls() returns the reason if the client does not support the operation', () => {
  const parameters = [
    { name: 'filter', in: 'query' as const, required: true, style: 'deepObject', schema: { type: 'array' } },
  ];
  expect(callOf({ parameters })).toEqual({ problem: expect.stringContaining('the client does not support query') });
});
