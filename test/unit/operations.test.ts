import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/generated/catalogue.js';
import * as publicNames from '../../src/index.js';

describe('the catalogue', () => {
  const get = catalogue['get_token-exchange-profiles_by_id'];
  const deleteProfile = catalogue['delete_token-exchange-profiles_by_id'];
  const deleteEnrollment = catalogue.delete_guardian_enrollments_by_id;

  test('has the method and the path of each operation', () => {
    expect([get.method, get.path]).toEqual(['GET', '/token-exchange-profiles/{id}']);
    expect([deleteProfile.method, deleteProfile.path]).toEqual(['DELETE', '/token-exchange-profiles/{id}']);
    expect([deleteEnrollment.method, deleteEnrollment.path]).toEqual(['DELETE', '/guardian/enrollments/{id}']);
  });

  test('has the scopes of an operation that shows them, and null for the others', () => {
    expect(get.scopes).toEqual([['read:token_exchange_profiles']]);
    expect(deleteProfile.scopes).toBeNull();
    expect(deleteEnrollment.scopes).toBeNull();
  });

  test('has the lifecycle of an operation that shows it, and null for the others', () => {
    expect(get.lifecycle).toBe('Early Access');
    expect(deleteProfile.lifecycle).toBeNull();
    expect(deleteEnrollment.lifecycle).toBeNull();
  });

  test('has the documented statuses with their descriptions', () => {
    expect(Object.keys(get.statuses)).toEqual(['200', '400', '401', '403', '404', '429']);
    expect(Object.keys(deleteProfile.statuses).sort()).toEqual(['2XX', 'default']);
    expect(Object.keys(deleteEnrollment.statuses).sort()).toEqual(['2XX', 'default']);
    expect(get.statuses[403]).toContain('read:token_exchange_profiles');
  });

  test('lists what is not shown of each operation', () => {
    for (const { notShown } of Object.values(catalogue)) expect(notShown.length).toBeGreaterThan(0);
  });
});

describe('the package', () => {
  test('has these public names and no others', () => {
    expect(Object.keys(publicNames).sort()).toEqual([
      'ApiError',
      'NetworkError',
      'TokenError',
      'clientCredentials',
      'createManagementClient',
      'privateKeyJwt',
      'sharedTokenCache',
      'unwrap',
    ]);
  });

  test('has two dependencies', () => {
    const manifest: { dependencies: object } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    );
    expect(Object.keys(manifest.dependencies).sort()).toEqual(['oauth4webapi', 'openapi-fetch']);
  });
});
