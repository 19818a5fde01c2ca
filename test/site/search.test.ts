// Searches the built site.
import { expect, test } from 'vitest';
import { isSkipped, openPage } from './support/browser.ts';
import { firstResults } from './support/search-dialog.ts';

/** Queries of readers, each with the page that they look for. */
const QUERIES: readonly (readonly [query: string, page: string])[] = [
  ['429', '/guides/errors/'],
  ['401', '/guides/errors/'],
  ['404', '/guides/errors/'],
  ['rate limit', '/guides/errors/'],
  ['TypeScript version', '/guides/getting-started/'],
  ['install', '/guides/getting-started/'],
  ['first call', '/guides/getting-started/'],
  ['how to install', '/guides/getting-started/'],
  ['first call without account', '/guides/getting-started/'],
  ['timeout', '/guides/errors/'],
  ['retry', '/guides/errors/'],
  ['proxy', '/guides/production/'],
  ['log requests', '/guides/production/'],
  ['private key', '/guides/tokens/'],
  ['redis', '/guides/tokens/'],
  ['client credentials', '/guides/tokens/'],
  ['token_denied', '/guides/errors/'],
  ['NetworkError', '/guides/errors/'],
  ['delete enrollment', '/reference/operations/delete_guardian_enrollments_by_id/'],
  ['remove mfa', '/reference/operations/delete_guardian_enrollments_by_id/'],
  ['scopes', '/guides/tokens/'],
  ['read:token_exchange_profiles', '/reference/operations/get_token-exchange-profiles_by_id/'],
  ['token exchange profile', '/reference/operations/get_token-exchange-profiles_by_id/'],
  ['DELETE /guardian/enrollments/{id}', '/reference/operations/delete_guardian_enrollments_by_id/'],
  ['get_token-exchange-profiles_by_id', '/reference/operations/get_token-exchange-profiles_by_id/'],
  ['subject_token_type', '/reference/operations/get_token-exchange-profiles_by_id/'],
  ['sandbox', '/guides/sandbox/'],
  ['fault injection', '/guides/sandbox/'],
  ['test runners', '/guides/testing/'],
  ['vite', '/guides/platforms/'],
  ['commonjs', '/guides/platforms/'],
  ['journal', '/guides/bulk-reference/'],
  ['bulk delete', '/guides/bulk/'],
  ['pacer', '/guides/bulk/'],
  ['csv', '/guides/reset-many-users/'],
  ['deno', '/guides/platforms/'],
  ['breaking change', '/changelog/'],
  ['prism', '/guides/contract-testing/'],
  ['too many requests', '/guides/errors/'],
  ['timeout per request', '/guides/calls/'],
  ['share token between processes', '/guides/tokens/'],
  ['private_key_jwt', '/guides/tokens/'],
  ['mock server tests', '/guides/testing/'],
  ['simulate error 500', '/guides/testing/'],
  ['delete many', '/guides/bulk/'],
  ['cloudflare workers', '/guides/platforms/'],
  ['release notes', '/changelog/'],
  ['unit test', '/guides/testing/'],
  ['unexpected fields', '/guides/production/'],
  ['debug log', '/guides/production/'],
  ['change timeout', '/guides/calls/'],
  ['self signed certificate', '/guides/production/'],
  ['request id', '/guides/errors/'],
  ['throttle', '/guides/errors/'],
  ['is it deleted', '/guides/errors/'],
];

test.skipIf(isSkipped)(
  'search finds the expected page of each query among the first three (needs Chromium)',
  { timeout: 240_000 },
  async () => {
    const page = await openPage('/');
    const missed: string[] = [];
    for (const [query, expected] of QUERIES) {
      const found = await firstResults(page, query);
      if (!found.includes(expected)) missed.push(`${query}: ${found.join(', ')}`);
    }
    expect(missed).toEqual([]);
  },
);
