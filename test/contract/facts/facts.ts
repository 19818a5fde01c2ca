/**
 * The facts that the source document states about the API, row by row. A description that carries a fact is compared
 * in full, since one more clause can change what a sentence states. If the source does not show what OpenAPI demands,
 * the section is `ours` and the row has our decision.
 */

/** One fact, and how to read its value from the document or the generated modules. */
export interface Fact {
  /** Section of the source document, or `ours`. */
  readonly section: string;
  readonly name: string;
  readonly value: unknown;
  readonly read: (subject: unknown) => unknown;
}

const PROFILE_PATH = '/token-exchange-profiles/{id}';
const ENROLLMENT_PATH = '/guardian/enrollments/{id}';

type Place = readonly string[];
const info: Place = ['info'];
const server: Place = ['servers', '0'];
const getProfile: Place = ['paths', PROFILE_PATH, 'get'];
const deleteProfile: Place = ['paths', PROFILE_PATH, 'delete'];
const deleteEnrollment: Place = ['paths', ENROLLMENT_PATH, 'delete'];
const operationPlaces: Readonly<Record<string, Place>> = {
  'GET profile': getProfile,
  'DELETE profile': deleteProfile,
  'DELETE enrollment': deleteEnrollment,
};
const deletes = Object.entries(operationPlaces).filter(([name]) => name.startsWith('DELETE'));
const success: Place = [...getProfile, 'responses', '200', 'content', 'application/json'];
const profile: Place = [...success, 'schema'];
const field = (name: string): Place => [...profile, 'properties', name];
const bearer: Place = ['components', 'securitySchemes', 'bearerAuth'];
const oauth: Place = ['components', 'securitySchemes', 'oAuth2ClientCredentials'];
const flow: Place = [...oauth, 'flows', 'clientCredentials'];
const tooManyRequests: Place = [...getProfile, 'responses', '429'];
const FAILURES = ['400', '401', '403', '404', '429'];
const SCOPES = {
  'create:token_exchange_profiles': 'Create token exchange profiles.',
  'read:token_exchange_profiles': 'Read token exchange profiles.',
  'update:token_exchange_profiles': 'Update token exchange profiles.',
  'delete:token_exchange_profiles': 'Delete token exchange profiles.',
  'read:guardian_enrollments': 'Read MFA enrollments.',
  'delete:guardian_enrollments': 'Delete MFA enrollments.',
};

/** The source gives no samples: these are ours. */
const SAMPLE_KEYS = ['example', 'examples'];

/** The keys of a part that is described, and of which the source does not show everything. */
const TEXT_AND_GAPS = ['description', 'x-not-shown'];

const isMapping = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The value at a place of a document, with references followed; `undefined` if the place does not exist. */
export function at(document: unknown, place: Place): unknown {
  let node: unknown = document;
  for (const key of place) {
    if (!isMapping(node) || !Object.hasOwn(node, key)) return undefined;
    const value: unknown = Reflect.get(node, key);
    node = withReference(document, value);
  }
  return node;
}

/** OpenAPI 3.1 allows keys next to a reference, so they count as part of the referenced value. */
function withReference(document: unknown, value: unknown): unknown {
  if (!isMapping(value) || !('$ref' in value)) return value;
  const { $ref, ...beside } = value;
  const keys = String($ref).split('/').slice(1);
  const target = at(
    document,
    keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
  return isMapping(target) ? { ...target, ...beside } : target;
}

const is = (section: string, name: string, place: Place, value: unknown): Fact => ({
  section,
  name,
  value,
  read: (document) => at(document, place),
});

/** White space is folded: a line break within a paragraph states nothing. */
const folded = (text: unknown): unknown => (typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : text);

/** The whole text at a place. */
const says = (section: string, name: string, place: Place, text: string): Fact => ({
  section,
  name,
  value: text,
  read: (document) => folded(at(document, place)),
});

/** The paragraphs of a text, each with the section that it comes from and the name of its fact. */
const paragraphs = (
  place: Place,
  rows: readonly (readonly [section: string, name: string, text: string])[],
): Fact[] => {
  const read = (document: unknown) =>
    String(at(document, place))
      .trim()
      .split(/\n{2,}/);
  return [
    ...rows.map(([section, name, text], index) => ({
      section,
      name,
      value: text,
      read: (document: unknown) => folded(read(document)[index]),
    })),
    {
      section: 'ours',
      name: `${place.join(' › ')} has no further paragraph`,
      value: rows.length,
      read: (document) => read(document).length,
    },
  ];
};

/** The mapping at a place has these keys and no others, apart from samples. */
const only = (section: string, name: string, place: Place, keys: readonly string[]): Fact => ({
  section,
  name,
  value: keys.toSorted(),
  read: (document) => {
    const mapping = at(document, place);
    return isMapping(mapping)
      ? Object.keys(mapping)
          .filter((key) => !SAMPLE_KEYS.includes(key))
          .sort()
      : mapping;
  },
});

/** The list at a place names these gaps of the source, and no others. */
const notShown = (section: string, name: string, place: Place, gaps: readonly string[]): Fact =>
  is(section, `${name}: not shown: ${gaps.join('; ')}`, [...place, 'x-not-shown'], gaps);

const service: readonly Fact[] = [
  is('1', 'the service is the Tenant Management API', [...info, 'title'], 'Tenant Management API'),
  ...paragraphs(
    [...info, 'description'],
    [
      [
        '1',
        'the API is tenant-level, version 2, served over HTTPS, in JSON',
        'The tenant-level management API, version 2, served over HTTPS at `https://{tenant_domain}/api/v2`. The version is carried in the base path segment `/api/v2`. Bodies are JSON.',
      ],
      [
        '1',
        'there are three operations',
        'This document covers three operations: read one token exchange profile, delete one token exchange profile, and delete one MFA enrollment.',
      ],
      [
        '4–5.3',
        'how requests are authenticated, and when a token is refused',
        '**Authentication.** Every request carries `Authorization: Bearer <ACCESS_TOKEN>`. A token whose JWT signature is invalid, or that was issued to a client that is not global, is rejected with 401. Reading a profile with a token that lacks the scope `read:token_exchange_profiles` is rejected with 403.',
      ],
      [
        '8.2',
        'rate limiting yields 429 with three header fields',
        '**Rate limits.** Rate limiting exists: exceeding it yields 429 with the header fields `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`.',
      ],
      [
        '9.2',
        'the five release lifecycle values',
        '**Release lifecycle.** The interface uses the values Early Access, Generally Available, Beta, Deprecated and Planned. An operation whose value is known names it.',
      ],
      [
        'ours',
        'what the source does not show is listed, not guessed',
        'What the source of this document does not show is not guessed. It is listed under "Not shown" at the place it concerns.',
      ],
    ],
  ),
  is('1', 'the base URL is https, the tenant domain and /api/v2', [...server, 'url'], 'https://{tenant_domain}/api/v2'),
  only('1', 'there is one base URL', ['servers'], ['0']),
  only('1', 'the base URL carries nothing but its variable', server, ['url', 'variables', 'description']),
  says('1', 'the base URL is that of one tenant', [...server, 'description'], 'The management API of one tenant.'),
  only('1', 'the tenant domain is the only variable', [...server, 'variables'], ['tenant_domain']),
  only('1', 'no tenant domains are listed', [...server, 'variables', 'tenant_domain'], ['default', 'description']),
  says(
    '1',
    'the tenant domain is the host of the tenant',
    [...server, 'variables', 'tenant_domain', 'description'],
    "Host of the tenant being managed. The default is an example; put your own tenant's host here.",
  ),
  is(
    'ours',
    'the default tenant domain has a reserved name',
    [...server, 'variables', 'tenant_domain', 'default'],
    'acme.example.com',
  ),
  only('1', 'there are two paths', ['paths'], [PROFILE_PATH, ENROLLMENT_PATH]),
  only('1', 'a profile is read and deleted', ['paths', PROFILE_PATH], ['get', 'delete']),
  only('1', 'an enrollment is deleted', ['paths', ENROLLMENT_PATH], ['delete']),
  says(
    '1',
    'the user can enroll again',
    ['tags', '0', 'description'],
    "A user's enrollment in multi-factor authentication (MFA). Removing an enrollment lets the user enroll again.",
  ),
  ...paragraphs(
    ['tags', '1', 'description'],
    [
      [
        '1',
        'a profile maps a token type to an action, which validates the subject token',
        "A token exchange profile maps a subject token type to a custom action. When the tenant's authentication interface receives a token exchange request whose `subject_token_type` matches a profile, that profile is executed, and the action that it names validates the subject token. The party that builds the action is responsible for validating the user's subject token securely.",
      ],
      [
        '1',
        'free-trial terms apply',
        "Use of the token exchange profile feature is subject to the provider's free-trial terms.",
      ],
    ],
  ),
];

/** Fields of the profile: type, format or bounds, default, and the meaning. */
const FIELDS: Readonly<Record<string, { facts: Readonly<Record<string, unknown>>; meaning: string }>> = {
  id: { facts: { type: 'string', format: 'token-exchange-profile-id' }, meaning: 'Unique id of the profile.' },
  name: {
    facts: { type: 'string', minLength: 3, maxLength: 50, default: 'Token Exchange Profile 1' },
    meaning: 'Friendly name of the profile.',
  },
  subject_token_type: {
    facts: { type: 'string', format: 'url', minLength: 8, maxLength: 100 },
    meaning:
      'Subject token type, a URI. An incoming token exchange request whose `subject_token_type` matches runs this profile.',
  },
  action_id: {
    facts: { type: 'string', minLength: 1, maxLength: 36 },
    meaning:
      'Id of the Custom Token Exchange action that is run to validate the `subject_token`. The action must use the `custom-token-exchange` trigger.',
  },
  type: {
    facts: { type: 'string', enum: ['custom_authentication'], minLength: 1, maxLength: 21 },
    meaning: 'Controls how the profile is executed on a token exchange request.',
  },
  created_at: {
    facts: { type: 'string', format: 'date-time' },
    meaning: 'Time the profile was created, an ISO 8601 date-time.',
  },
  updated_at: {
    facts: { type: 'string', format: 'date-time' },
    meaning: 'Time the profile was last updated, an ISO 8601 date-time.',
  },
};

const resources: readonly Fact[] = [
  is('2.1', 'a profile is an object', [...profile, 'type'], 'object'),
  is('2.1', 'a profile allows additional properties', [...profile, 'additionalProperties'], true),
  says(
    '2.1',
    'a profile maps a token type to an action',
    [...profile, 'description'],
    'A mapping of a subject token type to the custom action that validates such tokens.',
  ),
  only('2.1', 'a profile has exactly seven fields', [...profile, 'properties'], Object.keys(FIELDS)),
  is('2.1', 'no field of a profile is marked required', [...profile, 'required'], undefined),
  only('2.1', 'nothing else is said of a profile', profile, [
    'type',
    'additionalProperties',
    'properties',
    ...TEXT_AND_GAPS,
  ]),
  notShown('2.1', 'profile', profile, ['which fields are required']),
  notShown('2.1', 'GET profile: 200', [...getProfile, 'responses', '200'], ['which fields are required']),
  ...Object.entries(FIELDS).flatMap(([name, { facts, meaning }]) => [
    ...Object.entries(facts).map(([key, value]) => is('2.1', `${name}: ${key}`, [...field(name), key], value)),
    only('2.1', `${name}: no further bound, format or default`, field(name), [
      ...Object.keys(facts),
      ...(name.endsWith('_at') ? TEXT_AND_GAPS : ['description']),
    ]),
    says('2.1', `${name}: meaning`, [...field(name), 'description'], meaning),
  ]),
  ...['created_at', 'updated_at'].map((name) =>
    notShown('2.1', name, field(name), ['default, a fixed sample timestamp']),
  ),
  notShown('2.2–9.3', 'the API', info, [
    'states and transitions of any resource',
    'events, callbacks and notifications',
    'fields of the MFA enrollment record',
    'error body shape',
    'rate limit thresholds and window',
    'deprecation and change policy',
  ]),
  only('2.2', 'the profile is the only resource with a schema', ['components', 'schemas'], ['TokenExchangeProfile']),
];

/** Gaps of both DELETE operations, before and after the gap of the path parameter. */
const GAPS_OF_DELETES = ['operation id', 'release lifecycle', 'required scopes'];
const RESPONSE_GAPS_OF_DELETES = ['success status and response body', 'failure statuses'];

/** Summary, description, description of the path parameter, and what is not shown. */
const OPERATIONS: Readonly<
  Record<
    string,
    { section: string; id: string; summary: string; parameter: string; effect: string; gaps: readonly string[] }
  >
> = {
  'GET profile': {
    section: '4.1',
    id: 'get_token-exchange-profiles_by_id',
    summary: 'Get a token exchange profile',
    parameter: 'Id of the profile to retrieve.',
    effect: 'Reads one token exchange profile by its id. The token needs the scope `read:token_exchange_profiles`.',
    gaps: ['error body shape'],
  },
  'DELETE profile': {
    section: '4.2',
    id: 'delete_token-exchange-profiles_by_id',
    summary: 'Delete a token exchange profile',
    parameter: 'The id of the profile to delete.',
    effect: 'Deletes one token exchange profile from the tenant by its id.',
    gaps: [...GAPS_OF_DELETES, 'format of the path parameter `id`', ...RESPONSE_GAPS_OF_DELETES],
  },
  'DELETE enrollment': {
    section: '4.3',
    id: 'delete_guardian_enrollments_by_id',
    summary: 'Delete an MFA enrollment',
    parameter: 'The id of the enrollment to delete.',
    effect: "Removes the specific MFA enrollment from the user's account. The user can then re-enroll in MFA.",
    gaps: [...GAPS_OF_DELETES, 'type and format of the path parameter `id`', ...RESPONSE_GAPS_OF_DELETES],
  },
};

/** Descriptions of the documented responses, by operation and status. */
const RESPONSES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET profile': {
    200: 'The token exchange profile.',
    400: 'Invalid request query string. The message varies with the cause. No query parameter is shown for this operation.',
    401: 'Invalid token. This includes an invalid JWT signature, and a client that is not global.',
    403: 'Insufficient scope. The token needs `read:token_exchange_profiles`.',
    404: 'No token exchange profile with the given id.',
    429: 'Too many requests. The response carries the three rate limit header fields.',
  },
  ...Object.fromEntries(
    deletes.map(([name]) => [
      name,
      {
        '2XX': 'Deleted. The exact status and whether there is a body are not shown.',
        default: 'Not deleted. The statuses, their conditions and the error body shape are not shown.',
      },
    ]),
  ),
};

const isFailure = (status: string): boolean => !status.startsWith('2');

const KEYS_OF_DELETES = ['operationId', 'summary', 'tags', 'security', 'parameters', 'responses', ...TEXT_AND_GAPS];

const endpoints: readonly Fact[] = [
  ...Object.entries(operationPlaces).flatMap(([name, place]) => {
    const operation = OPERATIONS[name];
    if (operation === undefined) throw new Error(`${name} has no row under OPERATIONS.`);
    const { section, id, summary, parameter, effect, gaps } = operation;
    return [
      is(name === 'GET profile' ? section : 'ours', `${name}: operation id`, [...place, 'operationId'], id),
      is(section, `${name}: summary`, [...place, 'summary'], summary),
      says(section, `${name}: effect`, [...place, 'description'], effect),
      only('4', `${name}: one parameter, so no query parameter`, [...place, 'parameters'], ['0']),
      is(section, `${name}: the path parameter is named id`, [...place, 'parameters', '0', 'name'], 'id'),
      is(section, `${name}: id stands in the path`, [...place, 'parameters', '0', 'in'], 'path'),
      is(section, `${name}: id is required`, [...place, 'parameters', '0', 'required'], true),
      is(
        name === 'GET profile' ? section : 'ours',
        `${name}: id is a string, as a path segment is`,
        [...place, 'parameters', '0', 'schema', 'type'],
        'string',
      ),
      only(section, `${name}: no format or bound of id`, [...place, 'parameters', '0', 'schema'], ['type']),
      only(
        section,
        `${name}: nothing else is said of id`,
        [...place, 'parameters', '0'],
        ['name', 'in', 'required', 'schema', ...(name === 'GET profile' ? ['description'] : TEXT_AND_GAPS)],
      ),
      says(section, `${name}: meaning of id`, [...place, 'parameters', '0', 'description'], parameter),
      is('4', `${name}: no request body`, [...place, 'requestBody'], undefined),
      notShown(section, name, place, gaps),
      ...Object.entries(RESPONSES[name] ?? {}).map(([status, text]) =>
        says(
          isFailure(status) ? '7' : section,
          `${name}: ${status}`,
          [...place, 'responses', status, 'description'],
          text,
        ),
      ),
    ];
  }),
  only(
    '4.1',
    'GET profile: 200 and the failures of section 7, no other status',
    [...getProfile, 'responses'],
    ['200', ...FAILURES],
  ),
  only(
    '4.1',
    'GET profile: 200 has a body and no header',
    [...getProfile, 'responses', '200'],
    ['content', ...TEXT_AND_GAPS],
  ),
  only(
    '4.1',
    'GET profile: 200 is application/json and nothing else',
    [...getProfile, 'responses', '200', 'content'],
    ['application/json'],
  ),
  only('4.1', 'GET profile: 200 has the schema of a profile', success, ['schema']),
  only('4.1', 'GET profile: nothing else is said', getProfile, [
    'operationId',
    'tags',
    'x-release-lifecycle',
    'security',
    'parameters',
    'responses',
    'summary',
    ...TEXT_AND_GAPS,
  ]),
  ...deletes.flatMap(([name, place]) => [
    only('4', `${name}: nothing else is said`, place, KEYS_OF_DELETES),
    only('4', `${name}: no exact status, only 2XX and default`, [...place, 'responses'], ['2XX', 'default']),
    only('4', `${name}: the body of a success is not shown`, [...place, 'responses', '2XX'], TEXT_AND_GAPS),
    notShown('4', `${name}: 2XX`, [...place, 'responses', '2XX'], ['success status', 'response body']),
    only(
      '7',
      `${name}: no header of a failure is shown`,
      [...place, 'responses', 'default'],
      ['content', ...TEXT_AND_GAPS],
    ),
    only(
      '7',
      `${name}: a failure is application/json`,
      [...place, 'responses', 'default', 'content'],
      ['application/json'],
    ),
    is(
      '7',
      `${name}: the error body may be any JSON`,
      [...place, 'responses', 'default', 'content', 'application/json'],
      { schema: {} },
    ),
    notShown('7', `${name}: default`, [...place, 'responses', 'default'], ['failure statuses', 'error body shape']),
  ]),
  notShown('4.2', 'DELETE profile: id', [...deleteProfile, 'parameters', '0'], ['format']),
  notShown('4.3', 'DELETE enrollment: id', [...deleteEnrollment, 'parameters', '0'], ['type', 'format']),
];

const either = (scopes: readonly string[]) => [{ bearerAuth: [] }, { oAuth2ClientCredentials: scopes }];

const authentication: readonly Fact[] = [
  only('5', 'two schemes are declared', ['components', 'securitySchemes'], ['bearerAuth', 'oAuth2ClientCredentials']),
  is('5', 'bearerAuth is the tenant-wide default', ['security'], [{ bearerAuth: [] }]),
  says(
    '5–5.3',
    'bearerAuth: how the token is sent, and when it is refused',
    [...bearer, 'description'],
    'The tenant-wide default: a JWT, sent as `Authorization: Bearer <ACCESS_TOKEN>`. A token whose signature is invalid, or that was issued to a client that is not global, is rejected with 401.',
  ),
  is('5', 'bearerAuth: type http', [...bearer, 'type'], 'http'),
  is('5', 'bearerAuth: scheme bearer', [...bearer, 'scheme'], 'bearer'),
  is('5', 'bearerAuth: the token format is JWT', [...bearer, 'bearerFormat'], 'JWT'),
  only('5', 'bearerAuth: nothing else is said', bearer, ['type', 'scheme', 'bearerFormat', 'description']),
  is('5', 'oAuth2ClientCredentials: type oauth2', [...oauth, 'type'], 'oauth2'),
  says(
    '5–5.4',
    'oAuth2ClientCredentials: the flow, the audience and the names of scopes',
    [...oauth, 'description'],
    'OAuth 2.0 client credentials flow. The token endpoint is on the tenant host; the form parameter `audience` of the token request is set to `/api/v2/`. There is one scope per action and resource, named `<action>:<resource>` with the actions `create`, `read`, `update` and `delete`. The scheme defines further scopes for other resources, which are outside this document.',
  ),
  only('5', 'oAuth2ClientCredentials: nothing else is said', oauth, ['type', 'flows', ...TEXT_AND_GAPS]),
  only('5', 'oAuth2ClientCredentials: client credentials is the only flow', [...oauth, 'flows'], ['clientCredentials']),
  is('5', 'oAuth2ClientCredentials: token URL', [...flow, 'tokenUrl'], '/oauth/token/'),
  is('5', 'oAuth2ClientCredentials: form parameter audience', [...flow, 'x-form-parameters', 'audience'], '/api/v2/'),
  only(
    '5',
    'oAuth2ClientCredentials: audience is the only form parameter',
    [...flow, 'x-form-parameters'],
    ['audience'],
  ),
  only('5', 'oAuth2ClientCredentials: nothing else is said of the flow', flow, [
    'tokenUrl',
    'x-form-parameters',
    'scopes',
  ]),
  is(
    '5.1',
    'GET profile: either scheme, the second with its scope',
    [...getProfile, 'security'],
    either(['read:token_exchange_profiles']),
  ),
  only('5.4', 'exactly six scopes are defined', [...flow, 'scopes'], Object.keys(SCOPES)),
  ...Object.entries(SCOPES).map(([scope, text]) =>
    says('5.4', `${scope}: its action and resource`, [...flow, 'scopes', scope], text),
  ),
  ...deletes.map(([name, place]) =>
    is('5.5', `${name}: either scheme, the scopes not shown`, [...place, 'security'], either([])),
  ),
  notShown('5', 'oAuth2ClientCredentials', oauth, [
    'client authentication method at the token endpoint',
    'host that the audience /api/v2/ is relative to, if any',
  ]),
];

/** Descriptions of the rate limit header fields. Their thresholds, window and units are not shown. */
const RATE_LIMIT_HEADERS = {
  'X-RateLimit-Limit': 'The rate limit that applies.',
  'X-RateLimit-Remaining': 'What remains of the rate limit.',
  'X-RateLimit-Reset': 'When the rate limit is reset.',
};

const failures: readonly Fact[] = [
  is('6', 'no webhook is described', ['webhooks'], undefined),
  ...Object.entries(operationPlaces).map(([name, place]) =>
    is('6', `${name}: no callback is described`, [...place, 'callbacks'], undefined),
  ),
  ...FAILURES.flatMap((status) => {
    const response = [...getProfile, 'responses', status];
    const body = [...response, 'content', 'application/json'];
    return [
      only('7', `${status}: ${status === '429' ? 'headers and a body' : 'a body and no header'}`, response, [
        ...(status === '429' ? ['headers'] : []),
        'content',
        ...TEXT_AND_GAPS,
      ]),
      only('7', `${status}: the body is JSON`, [...response, 'content'], ['application/json']),
      is('7', `${status}: the error body may be any JSON`, [...body, 'schema'], {}),
      only('7', `${status}: nothing else is said of the error body`, body, ['schema']),
      notShown('7', status, response, ['error body shape']),
    ];
  }),
  only(
    '7',
    '429: carries the three rate-limit headers and no other',
    [...tooManyRequests, 'headers'],
    Object.keys(RATE_LIMIT_HEADERS),
  ),
  ...Object.entries(RATE_LIMIT_HEADERS).flatMap(([name, text]) => {
    const header = [...tooManyRequests, 'headers', name];
    return [
      is('7', `${name}: is carried by every 429`, [...header, 'required'], true),
      says('8.2', `${name}: is about the rate limit`, [...header, 'description'], text),
      is('ours', `${name}: is read as text`, [...header, 'schema', 'type'], 'string'),
      only('8.2', `${name}: no format or bound`, [...header, 'schema'], ['type']),
      only('8.2', `${name}: nothing else is said`, header, ['required', 'schema', ...TEXT_AND_GAPS]),
      notShown('8.2', name, header, ['type', 'unit']),
    ];
  }),
];

const LIFECYCLES = ['Early Access', 'Generally Available', 'Beta', 'Deprecated', 'Planned'];

const versioning: readonly Fact[] = [
  is('9.1', 'the version string is 2.0', [...info, 'version'], '2.0'),
  is('9.2', 'there are five lifecycle values', [...info, 'x-release-lifecycles'], LIFECYCLES),
  is('9.2', 'GET profile: Early Access', [...getProfile, 'x-release-lifecycle'], 'Early Access'),
  ...deletes.map(([name, place]) =>
    is('9.2', `${name}: no lifecycle is shown`, [...place, 'x-release-lifecycle'], undefined),
  ),
  only('9.3', 'no contact, licence or terms of the API are shown', info, [
    'title',
    'version',
    'x-release-lifecycles',
    ...TEXT_AND_GAPS,
  ]),
];

const ours: readonly Fact[] = [
  is('ours', 'the document is OpenAPI 3.1', ['openapi'], '3.1.0'),
  only(
    'ours',
    'the document has its seven parts',
    [],
    ['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components'],
  ),
  only('ours', 'operations are grouped by two resources', ['tags'], ['0', '1']),
  only('ours', 'the tag of enrollments has a name', ['tags', '0'], ['name', 'description']),
  only('ours', 'the tag of profiles has a name', ['tags', '1'], ['name', 'description']),
  is('ours', 'the tag of enrollments is MFA Enrollments', ['tags', '0', 'name'], 'MFA Enrollments'),
  is('ours', 'the tag of profiles is Token Exchange Profiles', ['tags', '1', 'name'], 'Token Exchange Profiles'),
  is('ours', 'GET profile: its tag', [...getProfile, 'tags'], ['Token Exchange Profiles']),
  is('ours', 'DELETE profile: its tag', [...deleteProfile, 'tags'], ['Token Exchange Profiles']),
  is('ours', 'DELETE enrollment: its tag', [...deleteEnrollment, 'tags'], ['MFA Enrollments']),
  only(
    'ours',
    'what is used twice is a component',
    ['components'],
    ['securitySchemes', 'headers', 'responses', 'schemas'],
  ),
  only('ours', 'the components hold the three headers', ['components', 'headers'], Object.keys(RATE_LIMIT_HEADERS)),
  only(
    'ours',
    'the components hold the responses that two operations share',
    ['components', 'responses'],
    ['Deleted', 'Failure'],
  ),
];

/** The example of a profile, and the examples of its fields taken together. */
const exampleProfiles: readonly { name: string; read: (document: unknown) => unknown }[] = [
  { name: 'GET profile', read: (document) => at(document, [...success, 'examples', 'partnerTokens', 'value']) },
  {
    name: 'fields of a profile',
    read: (document) =>
      Object.fromEntries(Object.keys(FIELDS).map((name) => [name, at(document, [...field(name), 'examples', '0'])])),
  },
];

/** The examples tell one story: one profile, which is read and deleted. */
const EXAMPLE_ID = 'tep_9XqRw7vKc2mJ4sLh';

const examples: readonly Fact[] = [
  ...exampleProfiles.flatMap(({ name, read }): Fact[] => [
    {
      section: '2.1',
      name: `example, ${name}: updated_at is not before created_at`,
      value: true,
      read: (document) => {
        const example = read(document);
        return Date.parse(String(at(example, ['updated_at']))) >= Date.parse(String(at(example, ['created_at'])));
      },
    },
    {
      section: 'ours',
      name: `example, ${name}: the id`,
      value: EXAMPLE_ID,
      read: (document) => at(read(document), ['id']),
    },
    {
      section: '2.1',
      name: `example, ${name}: exactly the seven fields`,
      value: Object.keys(FIELDS).toSorted(),
      read: (document) => Object.keys(Object(read(document))).sort(),
    },
  ]),
  ...['GET profile', 'DELETE profile'].map((name) =>
    is(
      'ours',
      `example, ${name}: the id in the path`,
      [...(operationPlaces[name] ?? []), 'parameters', '0', 'example'],
      EXAMPLE_ID,
    ),
  ),
];

/** Every fact that `openapi/management.yaml` states. */
export const facts: readonly Fact[] = [
  ...service,
  ...resources,
  ...endpoints,
  ...authentication,
  ...failures,
  ...versioning,
  ...ours,
  ...examples,
];

/** In upper case, as the catalogue has them. */
const METHODS: Readonly<Record<string, string>> = {
  'GET profile': 'GET',
  'DELETE profile': 'DELETE',
  'DELETE enrollment': 'DELETE',
};

/**
 * Every fact that the generated modules state: `catalogue`, and next to it the defaults of
 * the client.
 */
export const generatedFacts: readonly Fact[] = [
  only(
    '1',
    'the catalogue has exactly three operations',
    ['catalogue'],
    Object.values(OPERATIONS).map(({ id }) => id),
  ),
  ...Object.entries(OPERATIONS).flatMap(([name, { section, id, summary, gaps }]) => {
    const entry = ['catalogue', id];
    const isGet = name === 'GET profile';
    return [
      is(section, `${name}: method in the catalogue`, [...entry, 'method'], METHODS[name]),
      is(
        section,
        `${name}: path in the catalogue`,
        [...entry, 'path'],
        name === 'DELETE enrollment' ? ENROLLMENT_PATH : PROFILE_PATH,
      ),
      is(section, `${name}: summary in the catalogue`, [...entry, 'summary'], summary),
      is(
        isGet ? '5.1' : '5.5',
        `${name}: scopes in the catalogue, null if they are not shown`,
        [...entry, 'scopes'],
        isGet ? [['read:token_exchange_profiles']] : null,
      ),
      is('9.2', `${name}: lifecycle in the catalogue`, [...entry, 'lifecycle'], isGet ? 'Early Access' : null),
      only(
        isGet ? '7' : '4',
        `${name}: statuses in the catalogue`,
        [...entry, 'statuses'],
        isGet ? ['200', ...FAILURES] : ['2XX', 'default'],
      ),
      only(section, `${name}: what the catalogue says`, entry, [
        'method',
        'path',
        'summary',
        'scopes',
        'lifecycle',
        'statuses',
        'notShown',
      ]),
      is(section, `${name}: not shown, in the catalogue`, [...entry, 'notShown'], gaps),
      ...Object.entries(RESPONSES[name] ?? {}).map(([status, text]) =>
        says(
          isFailure(status) ? '7' : section,
          `${name}: ${status} in the catalogue`,
          [...entry, 'statuses', status],
          text,
        ),
      ),
    ];
  }),
  is('5', 'token URL of the client', ['tokenUrl'], '/oauth/token/'),
  is('5', 'audience of the client', ['audience'], '/api/v2/'),
  is('ours', 'methods whose success has content', ['methodsWithContent'], ['GET', 'POST', 'PUT', 'PATCH']),
  is('4', 'only the read operation has a documented body, as its method suggests', ['contentExceptions'], []),
  is('1', 'base URL of the client', ['serverUrl'], 'https://{tenant_domain}/api/v2'),
  only(
    '1',
    'the client takes nothing else from the document',
    [],
    ['catalogue', 'serverUrl', 'tokenUrl', 'audience', 'methodsWithContent', 'contentExceptions'],
  ),
];
