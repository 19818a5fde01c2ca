import { expect, test } from 'vitest';
import type { SandboxOperation } from '../src/document.js';
import { performOperation, type State } from '../src/state.js';
import { DELETE_ENROLLMENT } from './sandbox-client.ts';

const operation: SandboxOperation = {
  id: DELETE_ENROLLMENT,
  method: 'GET',
  path: '/guardian/enrollments/{id}',
  scopes: [],
  isScopeAssumed: false,
  collection: 'enrollments',
  success: { status: 200 },
  missing: { status: 404 },
};
const createState = (): State => ({ profiles: new Map(), enrollments: new Map([['dev_1', { id: 'dev_1' }]]) });

test('an operation without an entry in the behavior file returns the item with the id', () => {
  expect(performOperation(operation, createState(), 'dev_1')).toEqual({ status: 200, body: { id: 'dev_1' } });
});

test('an operation without an entry in the behavior file returns 404 for an unknown id', () => {
  expect(performOperation(operation, createState(), 'dev_2')).toMatchObject({
    status: 404,
    body: { statusCode: 404, error: 'Not Found', message: 'Not found', errorCode: undefined },
  });
});

test.each([
  ['a method other than GET and DELETE', { method: 'POST' }, 'POST /guardian/enrollments/{id}'],
  ['a path that does not contain an id', { collection: undefined, path: '/stats' }, 'GET /stats'],
])('an operation with %s returns 501 and changes nothing', (_what, change, named) => {
  const state = createState();
  expect(performOperation({ ...operation, ...change }, state, 'dev_1')).toMatchObject({
    status: 501,
    body: { message: `The sandbox does not simulate ${named}` },
  });
  expect([...state.enrollments.keys()]).toEqual(['dev_1']);
});
