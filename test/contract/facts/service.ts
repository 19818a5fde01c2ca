import { type Fact, is, only, type Place, paragraphs, says } from './fact.ts';
import { ENROLLMENT_PATH, info, PROFILE_PATH } from './places.ts';

const server: Place = ['servers', '0'];

/** The facts of section 1 of the source, and the paragraphs of the introduction. */
export const service: readonly Fact[] = [
  is('1', 'The service is the Tenant Management API', [...info, 'title'], 'Tenant Management API'),
  ...paragraphs(
    [...info, 'description'],
    [
      [
        '1, 9.1',
        'The API manages one tenant, has version 2 in its base path, is served over HTTPS, and has JSON bodies',
        'The tenant-level management API, version 2, is served over HTTPS at `https://{tenant_domain}/api/v2`. The base path segment `/api/v2` carries the version. Bodies are JSON.',
      ],
      [
        '4, 5.1, 5.2, 5.3',
        'Every request carries a bearer token. The API returns 401 if the signature is invalid or the client is not global, and 403 if the scope is missing',
        '**Authentication.** Every request carries `Authorization: Bearer <ACCESS_TOKEN>`. The API rejects a token with 401 if its JWT signature is invalid or if it was issued to a client that is not global. To read a profile, the token must carry the scope `read:token_exchange_profiles`; otherwise the API returns 403.',
      ],
      [
        '8.2',
        'If a caller exceeds the rate limit, the API returns 429 with three header fields',
        '**Rate limits.** The API limits the rate of requests. If a caller exceeds the limit, the API returns 429 with the header fields `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`.',
      ],
      [
        '9.2',
        'The API uses five values for the release lifecycle',
        '**Release lifecycle.** The interface uses the values Early Access, Generally Available, Beta, Deprecated and Planned. An operation has one of these values if the source shows it.',
      ],
      [
        'ours',
        'The document lists what the source does not show, instead of guessing',
        'This document contains no guesses. Each part of the document lists what the source does not show about that part. The list is `x-not-shown` in the document, and "Not shown by the source" on the docs page.',
      ],
    ],
  ),
  is('1', 'The base URL is `https://{tenant_domain}/api/v2`', [...server, 'url'], 'https://{tenant_domain}/api/v2'),
  only('1', 'There is one base URL', ['servers'], ['0']),
  only('1', 'The server has only a URL, a description and variables', server, ['url', 'variables', 'description']),
  says('1', 'The base URL belongs to one tenant', [...server, 'description'], 'The management API of one tenant.'),
  only('1', '`tenant_domain` is the only variable of the base URL', [...server, 'variables'], ['tenant_domain']),
  only(
    '1',
    'The document does not restrict the values of `tenant_domain`',
    [...server, 'variables', 'tenant_domain'],
    ['default', 'description'],
  ),
  says(
    '1',
    '`tenant_domain` is the host of the tenant that is managed',
    [...server, 'variables', 'tenant_domain', 'description'],
    'The host of the tenant to manage. The default is an example; replace it with the host of your tenant.',
  ),
  is(
    'ours',
    'OpenAPI requires a default for `tenant_domain`: the default is a reserved name',
    [...server, 'variables', 'tenant_domain', 'default'],
    'acme.example.com',
  ),
  only(
    '1',
    'There are two paths: `/token-exchange-profiles/{id}` and `/guardian/enrollments/{id}`',
    ['paths'],
    [PROFILE_PATH, ENROLLMENT_PATH],
  ),
  only('1', 'The path of a profile has only GET and DELETE', ['paths', PROFILE_PATH], ['get', 'delete']),
  only('1', 'The path of an enrollment has only DELETE', ['paths', ENROLLMENT_PATH], ['delete']),
  says(
    '1',
    'After an MFA enrollment is removed, the user can enroll again',
    ['tags', '0', 'description'],
    'An enrollment of a user in multi-factor authentication (MFA). After the enrollment is removed, the user can enroll again.',
  ),
  ...paragraphs(
    ['tags', '1', 'description'],
    [
      [
        '1',
        'A profile maps a subject token type to a custom action. A token exchange request with that type executes the profile, and the action validates the subject token',
        "A token exchange profile maps a subject token type to a custom action. When the tenant's authentication interface receives a token exchange request whose `subject_token_type` matches a profile, that profile is executed. The action named in the profile validates the subject token. The party that builds the action is responsible for validating the user's subject token securely.",
      ],
      [
        '1',
        "The provider's free-trial terms apply to token exchange profiles",
        "Use of the token exchange profile feature is subject to the provider's free-trial terms.",
      ],
    ],
  ),
];
