import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/generated/catalogue.js';

describe('the catalogue', () => {
  const get = catalogue['get_token-exchange-profiles_by_id'];
  const deleteProfile = catalogue['delete_token-exchange-profiles_by_id'];
  const deleteEnrollment = catalogue.delete_guardian_enrollments_by_id;

  test('has the method and the path of each operation', () => {
    expect([get.method, get.path]).toEqual(['GET', '/token-exchange-profiles/{id}']);
    expect([deleteProfile.method, deleteProfile.path]).toEqual(['DELETE', '/token-exchange-profiles/{id}']);
    expect([deleteEnrollment.method, deleteEnrollment.path]).toEqual(['DELETE', '/guardian/enrollments/{id}']);
  });

  test('has the scopes of the operations whose scopes are documented, and null for the others', () => {
    expect(get.scopes).toEqual([['read:token_exchange_profiles']]);
    expect(deleteProfile.scopes).toBeNull();
    expect(deleteEnrollment.scopes).toBeNull();
  });

  test('has the lifecycle of the operations whose lifecycle is documented, and null for the others', () => {
    expect(get.lifecycle).toBe('Early Access');
    expect(deleteProfile.lifecycle).toBeNull();
    expect(deleteEnrollment.lifecycle).toBeNull();
  });

  test('marks no operation as deprecated if the document deprecates none', () => {
    expect([get, deleteProfile, deleteEnrollment].map(({ deprecated }) => deprecated)).toEqual([false, false, false]);
  });

  test('has the documented statuses with their descriptions', () => {
    expect(Object.keys(get.statuses)).toEqual(['200', '400', '401', '403', '404', '429']);
    expect(Object.keys(deleteProfile.statuses).sort()).toEqual(['2XX', 'default']);
    expect(Object.keys(deleteEnrollment.statuses).sort()).toEqual(['2XX', 'default']);
    expect(get.statuses[403]).toContain('read:token_exchange_profiles');
  });

  test('lists in notShown what the description of the API does not show about each operation, such as the required scopes', () => {
    expect(get.notShown).toEqual(['error body shape']);
    expect(deleteProfile.notShown).toContain('required scopes');
    expect(deleteEnrollment.notShown).toContain('type and format of the path parameter `id`');
  });
});
