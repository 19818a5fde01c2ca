import * as client from 'tenant-management-client';
import * as bulk from 'tenant-management-client/bulk';
import { expect, test } from 'vitest';

test('the error classes of the built package have the names that they export', () => {
  const classes = Object.entries({ ...client, ...bulk }).filter(([name]) => name.endsWith('Error'));
  expect(classes.map(([name]) => name).toSorted()).toEqual([
    'ApiError',
    'BulkError',
    'ManagementError',
    'NetworkError',
    'TimeoutError',
    'TokenError',
  ]);
  expect(classes.map(([, value]) => Object(value).name)).toEqual(classes.map(([name]) => name));
});
