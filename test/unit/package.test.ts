import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as publicNames from '../../src/index.js';

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
      'privateKeyJwt',
      'sharedTokenCache',
      'unwrap',
    ]);
  });

  test('has exactly two dependencies: oauth4webapi and openapi-fetch', () => {
    const manifest: { dependencies: object } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    );
    expect(Object.keys(manifest.dependencies).sort()).toEqual(['oauth4webapi', 'openapi-fetch']);
  });
});
