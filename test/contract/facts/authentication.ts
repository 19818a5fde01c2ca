import { type Fact, is, notShown, only, type Place, says } from './fact.ts';
import { deletes, getProfile, TEXT_AND_GAPS } from './places.ts';

const bearer: Place = ['components', 'securitySchemes', 'bearerAuth'];
const oauth: Place = ['components', 'securitySchemes', 'oAuth2ClientCredentials'];
const flow: Place = [...oauth, 'flows', 'clientCredentials'];

/** Descriptions of the declared scopes. This project decided on the texts, because the source only names the scopes. */
const SCOPES = {
  'create:token_exchange_profiles': 'Create token exchange profiles.',
  'read:token_exchange_profiles': 'Read token exchange profiles.',
  'update:token_exchange_profiles': 'Update token exchange profiles.',
  'delete:token_exchange_profiles': 'Delete token exchange profiles.',
  'read:guardian_enrollments': 'Read MFA enrollments.',
  'delete:guardian_enrollments': 'Delete MFA enrollments.',
};

const either = (scopes: readonly string[]) => [{ bearerAuth: [] }, { oAuth2ClientCredentials: scopes }];

const bearerFacts: readonly Fact[] = [
  is('5', '`bearerAuth` is the tenant-wide default scheme', ['security'], [{ bearerAuth: [] }]),
  says(
    '5, 5.2, 5.3',
    'With `bearerAuth`, the caller sends a JWT as a bearer token. The API returns 401 if the signature is invalid or the client is not global',
    [...bearer, 'description'],
    'The tenant-wide default scheme. The token is a JWT, sent as `Authorization: Bearer <ACCESS_TOKEN>`. The API rejects a token with 401 if its signature is invalid or if it was issued to a client that is not global.',
  ),
  is('5', '`bearerAuth` has the type http', [...bearer, 'type'], 'http'),
  is('5', '`bearerAuth` has the scheme bearer', [...bearer, 'scheme'], 'bearer'),
  is('5', '`bearerAuth` has the token format JWT', [...bearer, 'bearerFormat'], 'JWT'),
  only('5', '`bearerAuth` has no keywords other than those in these facts', bearer, [
    'type',
    'scheme',
    'bearerFormat',
    'description',
  ]),
];

const flowFacts: readonly Fact[] = [
  is('5', '`oAuth2ClientCredentials` has the type oauth2', [...oauth, 'type'], 'oauth2'),
  says(
    '5, 5.4',
    '`oAuth2ClientCredentials` is the client credentials flow, with an audience, and with scopes for one action on one resource',
    [...oauth, 'description'],
    'The OAuth 2.0 client credentials flow. The token endpoint is on the tenant host. The token request sets the form parameter `audience` to `/api/v2/`. Each scope is for one action on one resource and is named `<action>:<resource>`. The actions are `create`, `read`, `update` and `delete`. The scheme also defines scopes for other resources, which are outside this document.',
  ),
  only('5', '`oAuth2ClientCredentials` has no keywords other than those in these facts', oauth, [
    'type',
    'flows',
    ...TEXT_AND_GAPS,
  ]),
  only('5', 'Client credentials is the only flow', [...oauth, 'flows'], ['clientCredentials']),
  is('5', 'The token URL is `/oauth/token/`', [...flow, 'tokenUrl'], '/oauth/token/'),
  is('5', 'The form parameter `audience` is `/api/v2/`', [...flow, 'x-form-parameters', 'audience'], '/api/v2/'),
  only('5', 'The document shows no form parameter other than `audience`', [...flow, 'x-form-parameters'], ['audience']),
  only('5', 'The client credentials flow has no keywords other than those in these facts', flow, [
    'tokenUrl',
    'x-form-parameters',
    'scopes',
  ]),
  notShown('5', '`oAuth2ClientCredentials`', oauth, [
    'client authentication method at the token endpoint',
    'host that the audience `/api/v2/` is relative to, if any',
  ]),
];

/** The facts of section 5 of the source. */
export const authentication: readonly Fact[] = [
  only(
    '5',
    'The document declares two security schemes: `bearerAuth` and `oAuth2ClientCredentials`',
    ['components', 'securitySchemes'],
    ['bearerAuth', 'oAuth2ClientCredentials'],
  ),
  ...bearerFacts,
  ...flowFacts,
  is(
    '4.1, 5, 5.1',
    'GET profile accepts `bearerAuth`, or `oAuth2ClientCredentials` with the scope `read:token_exchange_profiles`',
    [...getProfile, 'security'],
    either(['read:token_exchange_profiles']),
  ),
  only('5.4', 'The document defines exactly six scopes', [...flow, 'scopes'], Object.keys(SCOPES)),
  ...Object.entries(SCOPES).map(([scope, text]) =>
    says(
      '5.4',
      `The description of the scope \`${scope}\` is its action and resource`,
      [...flow, 'scopes', scope],
      text,
    ),
  ),
  ...deletes.map(([name, place]) =>
    is(
      '5, 5.5',
      `${name} accepts \`bearerAuth\` or \`oAuth2ClientCredentials\`; the source does not show the required scopes`,
      [...place, 'security'],
      either([]),
    ),
  ),
];
