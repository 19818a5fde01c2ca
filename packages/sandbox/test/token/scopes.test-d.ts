import type { Client, IssueTokenOptions, Scope } from 'tenant-management-sandbox';

const scopes: Scope[] = ['read:token_exchange_profiles', 'delete:guardian_enrollments'];
const audience = 'https://api.example.com/';
const secret = { clientId: 'reader', clientSecret: 'secret' };

({ ...secret, scopes }) satisfies Client;
// @ts-expect-error
({ ...secret, scopes: ['read:token_exchange_profile'] }) satisfies Client;

({ scopes, expiresIn: 60 }) satisfies IssueTokenOptions;
({ scopes, audience }) satisfies IssueTokenOptions;
// @ts-expect-error
({ scopes: ['read:token_exchange_profile'] }) satisfies IssueTokenOptions;

// Another API has other scopes.
({ audience, scopes: ['read:tickets'] }) satisfies IssueTokenOptions;
({ clientId: 'reader', audience }) satisfies IssueTokenOptions;
// @ts-expect-error
({ audience, scopes: 'read:tickets' }) satisfies IssueTokenOptions;
