import { describe, expect, test } from 'vitest';
import * as publicNames from '../../src/index.ts';

describe('the package', () => {
  test('exports only the documented functions and error classes', () => {
    expect(Object.keys(publicNames).sort()).toEqual([
      'ApiError',
      'ManagementError',
      'NetworkError',
      'TimeoutError',
      'TokenError',
      'clientCredentials',
      'createManagementClient',
      'createManagementFetch',
      'privateKeyJwt',
      'sharedTokenCache',
      'unwrap',
    ]);
  });
});
