/**
 * What the source document says of the API, fact by fact, written from the source and not from the OpenAPI document.
 * Where the source does not show what OpenAPI demands, the section is `ours` and the row says what was decided.
 */

/** One fact, and how to read it out of what is held against it. */
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
const RATE_LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const FAILURES = ['400', '401', '403', '404', '429'];
const SCOPES = [
  'create:token_exchange_profiles',
  'read:token_exchange_profiles',
  'update:token_exchange_profiles',
  'delete:token_exchange_profiles',
  'read:guardian_enrollments',
  'delete:guardian_enrollments',
];

/** Words and samples say nothing that binds a caller, and a gap may be named anywhere. */
const FREE_KEYS = ['description', 'summary', 'example', 'examples', 'x-not-shown'];

const isMapping = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What stands at a place of a document, with references followed; `undefined` where nothing does. */
export function at(document: unknown, place: Place): unknown {
  let node: unknown = document;
  for (const key of place) {
    if (!isMapping(node) || !Object.hasOwn(node, key)) return undefined;
    const value: unknown = Reflect.get(node, key);
    node = withReference(document, value);
  }
  return node;
}

/** OpenAPI 3.1 lets a reference have keys beside it, so they count as part of what it stands for. */
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

/** The text at a place carries the essential words, in any case and across line ends. */
const says = (section: string, name: string, place: Place, words: readonly string[]): Fact => ({
  section,
  name,
  value: words,
  read: (document) => wordsIn(at(document, place), words),
});

function wordsIn(text: unknown, words: readonly string[]): string[] {
  const plain = String(text).replaceAll('`', '').replaceAll(/\s+/g, ' ').toLowerCase();
  return words.filter((word) => plain.includes(word.toLowerCase()));
}

/** The mapping at a place has these keys and no others, free ones aside. */
const only = (section: string, name: string, place: Place, keys: readonly string[]): Fact => ({
  section,
  name,
  value: keys.toSorted(),
  read: (document) => {
    const mapping = at(document, place);
    return isMapping(mapping)
      ? Object.keys(mapping)
          .filter((key) => !FREE_KEYS.includes(key))
          .sort()
      : mapping;
  },
});

/** What is not shown, each gap by its essential words. */
type Gaps = readonly (readonly string[])[];

/** The list at a place names these gaps in their order, and no further gap. */
const gapsAt = (section: string, name: string, place: Place, gaps: Gaps): Fact[] => [
  ...gaps.map((words, index) =>
    says(section, `${name}: not shown: ${words.join(', ')}`, [...place, String(index)], words),
  ),
  {
    section,
    name: `${name}: nothing else is listed as not shown`,
    value: gaps.length,
    read: (document) => {
      const list = at(document, place);
      return Array.isArray(list) ? list.length : list;
    },
  },
];

const notShown = (section: string, name: string, place: Place, gaps: Gaps): Fact[] =>
  gapsAt(section, name, [...place, 'x-not-shown'], gaps);

const service: readonly Fact[] = [
  is('1', 'the service is the Tenant Management API', [...info, 'title'], 'Tenant Management API'),
  says(
    '1',
    'it is tenant-level, version 2, served over HTTPS',
    [...info, 'description'],
    ['tenant-level', 'version 2', 'over HTTPS', 'https://{tenant_domain}/api/v2'],
  ),
  says('1', 'bodies are JSON', [...info, 'description'], ['Bodies are JSON']),
  is('1', 'the base URL is https, the tenant domain and /api/v2', [...server, 'url'], 'https://{tenant_domain}/api/v2'),
  only('1', 'there is one base URL', ['servers'], ['0']),
  only('1', 'the base URL carries nothing but its variable', server, ['url', 'variables']),
  says('1', 'the base URL is that of one tenant', [...server, 'description'], ['management API', 'one tenant']),
  only('1', 'the tenant domain is the only variable', [...server, 'variables'], ['tenant_domain']),
  only('1', 'no tenant domains are listed', [...server, 'variables', 'tenant_domain'], ['default']),
  says(
    '1',
    'the tenant domain is the host of the tenant',
    [...server, 'variables', 'tenant_domain', 'description'],
    ['host of the tenant being managed'],
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
  says('1', 'the user can enroll again', ['tags', '0', 'description'], ['enrollment', 'MFA', 'enroll again']),
  says(
    '1',
    'a profile maps a subject token type to a custom action',
    ['tags', '1', 'description'],
    ['maps a subject token type to a custom action'],
  ),
  says(
    '1',
    "a profile is executed when the tenant's authentication interface receives a match",
    ['tags', '1', 'description'],
    [
      'authentication interface receives a token exchange request',
      'subject_token_type matches',
      'that profile is executed',
    ],
  ),
  says(
    '1',
    'the action validates the subject token',
    ['tags', '1', 'description'],
    ['the action', 'validates the subject token'],
  ),
  says(
    '1',
    'the party that builds the action is responsible for validation',
    ['tags', '1', 'description'],
    ['party that builds the action is responsible for validating', 'securely'],
  ),
  says('1', 'free-trial terms apply', ['tags', '1', 'description'], ["subject to the provider's free-trial terms"]),
];

/** Fields of the profile: type, format or bounds, default, and the essential words of the meaning. */
const FIELDS: Readonly<Record<string, { facts: Readonly<Record<string, unknown>>; meaning: readonly string[] }>> = {
  id: { facts: { type: 'string', format: 'token-exchange-profile-id' }, meaning: ['unique id of the profile'] },
  name: {
    facts: { type: 'string', minLength: 3, maxLength: 50, default: 'Token Exchange Profile 1' },
    meaning: ['friendly name'],
  },
  subject_token_type: {
    facts: { type: 'string', format: 'url', minLength: 8, maxLength: 100 },
    meaning: ['subject token type', 'URI', 'incoming token exchange request', 'matches runs this profile'],
  },
  action_id: {
    facts: { type: 'string', minLength: 1, maxLength: 36 },
    meaning: [
      'id of the Custom Token Exchange action',
      'run to validate the subject_token',
      'must use the custom-token-exchange trigger',
    ],
  },
  type: {
    facts: { type: 'string', enum: ['custom_authentication'], minLength: 1, maxLength: 21 },
    meaning: ['how the profile is executed on a token exchange request'],
  },
  created_at: { facts: { type: 'string', format: 'date-time' }, meaning: ['time the profile was created', 'ISO 8601'] },
  updated_at: {
    facts: { type: 'string', format: 'date-time' },
    meaning: ['time the profile was last updated', 'ISO 8601'],
  },
};

const resources: readonly Fact[] = [
  is('2.1', 'a profile is an object', [...profile, 'type'], 'object'),
  is('2.1', 'a profile allows additional properties', [...profile, 'additionalProperties'], true),
  says(
    '2.1',
    'a profile maps a token type to an action',
    [...profile, 'description'],
    ['subject token type', 'custom action'],
  ),
  only('2.1', 'a profile has exactly seven fields', [...profile, 'properties'], Object.keys(FIELDS)),
  is('2.1', 'no field of a profile is marked required', [...profile, 'required'], undefined),
  only('2.1', 'nothing else is said of a profile', profile, ['type', 'additionalProperties', 'properties']),
  ...notShown('2.1', 'profile', profile, [['which fields are required']]),
  ...notShown('2.1', 'GET profile: 200', [...getProfile, 'responses', '200'], [['which fields are required']]),
  ...Object.entries(FIELDS).flatMap(([name, { facts, meaning }]) => [
    ...Object.entries(facts).map(([key, value]) => is('2.1', `${name}: ${key}`, [...field(name), key], value)),
    only('2.1', `${name}: no further bound, format or default`, field(name), Object.keys(facts)),
    says('2.1', `${name}: meaning`, [...field(name), 'description'], meaning),
  ]),
  ...['created_at', 'updated_at'].flatMap((name) =>
    notShown('2.1', name, field(name), [['default', 'fixed sample timestamp']]),
  ),
  ...notShown('2.2–9.3', 'the API', info, [
    ['states', 'transitions'],
    ['events', 'callbacks', 'notifications'],
    ['fields of the MFA enrollment'],
    ['error body'],
    ['thresholds', 'window'],
    ['deprecation', 'change policy'],
  ]),
  only('2.2', 'the profile is the only resource with a schema', ['components', 'schemas'], ['TokenExchangeProfile']),
];

/** Summary, essential words of the path parameter and of the effect, and what is not shown. */
const OPERATIONS: Readonly<
  Record<
    string,
    { section: string; id: string; summary: string; parameter: string; effect: readonly string[]; gaps: Gaps }
  >
> = {
  'GET profile': {
    section: '4.1',
    id: 'get_token-exchange-profiles_by_id',
    summary: 'Get a token exchange profile',
    parameter: 'Id of the profile to retrieve',
    effect: ['one token exchange profile by its id', 'read:token_exchange_profiles'],
    gaps: [['error body shape']],
  },
  'DELETE profile': {
    section: '4.2',
    id: 'delete_token-exchange-profiles_by_id',
    summary: 'Delete a token exchange profile',
    parameter: 'id of the profile to delete',
    effect: ['deletes one token exchange profile', 'from the tenant'],
    gaps: [
      ['operation id'],
      ['release lifecycle'],
      ['required scopes'],
      ['format', 'id'],
      ['success status', 'response body'],
      ['failure statuses'],
    ],
  },
  'DELETE enrollment': {
    section: '4.3',
    id: 'delete_guardian_enrollments_by_id',
    summary: 'Delete an MFA enrollment',
    parameter: 'id of the enrollment to delete',
    effect: ["removes the specific MFA enrollment from the user's account", 'user can then re-enroll in MFA'],
    gaps: [
      ['operation id'],
      ['release lifecycle'],
      ['required scopes'],
      ['type', 'format', 'id'],
      ['success status', 'response body'],
      ['failure statuses'],
    ],
  },
};

const SHOWN_OF_EVERY_OPERATION = ['operationId', 'tags', 'security', 'parameters', 'responses'];

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
        ['name', 'in', 'required', 'schema'],
      ),
      says(section, `${name}: meaning of id`, [...place, 'parameters', '0', 'description'], [parameter]),
      is('4', `${name}: no request body`, [...place, 'requestBody'], undefined),
      ...notShown(section, name, place, gaps),
    ];
  }),
  says(
    '4',
    'every request carries the Authorization header',
    [...info, 'description'],
    ['Every request carries Authorization: Bearer <ACCESS_TOKEN>'],
  ),
  only(
    '4.1',
    'GET profile: 200 and the failures of section 7, no other status',
    [...getProfile, 'responses'],
    ['200', ...FAILURES],
  ),
  says(
    '4.1',
    'GET profile: 200 is one profile',
    [...getProfile, 'responses', '200', 'description'],
    ['the token exchange profile'],
  ),
  only('4.1', 'GET profile: 200 has a body and no header', [...getProfile, 'responses', '200'], ['content']),
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
  ]),
  ...deletes.flatMap(([name, place]) => [
    only('4', `${name}: nothing else is said`, place, SHOWN_OF_EVERY_OPERATION),
    only('4', `${name}: no exact status, only 2XX and default`, [...place, 'responses'], ['2XX', 'default']),
    only('4', `${name}: the body of a success is not shown`, [...place, 'responses', '2XX'], []),
    says(
      '4',
      `${name}: 2XX says what is not shown`,
      [...place, 'responses', '2XX', 'description'],
      ['deleted', 'exact status', 'body', 'not shown'],
    ),
    ...notShown('4', `${name}: 2XX`, [...place, 'responses', '2XX'], [['success status'], ['response body']]),
    only('7', `${name}: no header of a failure is shown`, [...place, 'responses', 'default'], ['content']),
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
    says(
      '7',
      `${name}: default says what is not shown`,
      [...place, 'responses', 'default', 'description'],
      ['not deleted', 'statuses', 'error body shape', 'not shown'],
    ),
    ...notShown(
      '7',
      `${name}: default`,
      [...place, 'responses', 'default'],
      [['failure statuses'], ['error body shape']],
    ),
  ]),
  ...notShown('4.2', 'DELETE profile: id', [...deleteProfile, 'parameters', '0'], [['format']]),
  ...notShown('4.3', 'DELETE enrollment: id', [...deleteEnrollment, 'parameters', '0'], [['type'], ['format']]),
];

const either = (scopes: readonly string[]) => [{ bearerAuth: [] }, { oAuth2ClientCredentials: scopes }];

const authentication: readonly Fact[] = [
  only('5', 'two schemes are declared', ['components', 'securitySchemes'], ['bearerAuth', 'oAuth2ClientCredentials']),
  is('5', 'bearerAuth is the tenant-wide default', ['security'], [{ bearerAuth: [] }]),
  says('5', 'bearerAuth is called the tenant-wide default', [...bearer, 'description'], ['tenant-wide default']),
  is('5', 'bearerAuth: type http', [...bearer, 'type'], 'http'),
  is('5', 'bearerAuth: scheme bearer', [...bearer, 'scheme'], 'bearer'),
  is('5', 'bearerAuth: the token format is JWT', [...bearer, 'bearerFormat'], 'JWT'),
  only('5', 'bearerAuth: nothing else is said', bearer, ['type', 'scheme', 'bearerFormat']),
  says('5', 'bearerAuth: how the token is sent', [...bearer, 'description'], ['Authorization: Bearer <ACCESS_TOKEN>']),
  is('5', 'oAuth2ClientCredentials: type oauth2', [...oauth, 'type'], 'oauth2'),
  says(
    '5',
    'oAuth2ClientCredentials: OAuth 2.0 client credentials',
    [...oauth, 'description'],
    ['OAuth 2.0 client credentials flow', 'on the tenant host', 'form parameter audience', 'set to /api/v2/'],
  ),
  only('5', 'oAuth2ClientCredentials: nothing else is said', oauth, ['type', 'flows']),
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
  says(
    '5.1',
    'a token without the scope gets 403',
    [...info, 'description'],
    ['lacks a required scope is rejected with 403'],
  ),
  ...[info, bearer].flatMap((place) => [
    says(
      '5.2',
      `an invalid JWT signature gets 401 (${place.at(-1)})`,
      [...place, 'description'],
      ['signature is invalid', 'rejected with 401'],
    ),
    says(
      '5.3',
      `a token of a client that is not global gets 401 (${place.at(-1)})`,
      [...place, 'description'],
      ['issued to a client that is not global', 'rejected with 401'],
    ),
  ]),
  only('5.4', 'exactly six scopes are defined', [...flow, 'scopes'], SCOPES),
  ...SCOPES.map((scope) =>
    says(
      '5.4',
      `${scope}: its words are its action and resource`,
      [...flow, 'scopes', scope],
      [scope.split(':')[0] ?? '', scope.endsWith('profiles') ? 'token exchange profiles' : 'MFA enrollments'],
    ),
  ),
  says(
    '5.4',
    'a scope is named <action>:<resource>, with four actions',
    [...oauth, 'description'],
    ['one scope per action and resource', '<action>:<resource>', 'create, read, update and delete'],
  ),
  says(
    '5.4',
    'further scopes are outside this document',
    [...oauth, 'description'],
    ['further scopes for other resources', 'outside this document'],
  ),
  ...deletes.map(([name, place]) =>
    is('5.5', `${name}: either scheme, the scopes not shown`, [...place, 'security'], either([])),
  ),
  ...notShown('5', 'oAuth2ClientCredentials', oauth, [['client authentication method'], ['host', 'audience']]),
];

/** The essential words of the condition under which the GET fails. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  400: ['Invalid request query string', 'message varies with the cause'],
  401: ['Invalid token', 'invalid JWT signature', 'a client that is not global'],
  403: ['Insufficient scope', 'needs read:token_exchange_profiles'],
  404: ['No token exchange profile with the given id'],
  429: ['Too many requests', 'response carries', 'rate limit header'],
};

const failures: readonly Fact[] = [
  is('6', 'no webhook is described', ['webhooks'], undefined),
  ...Object.entries(operationPlaces).map(([name, place]) =>
    is('6', `${name}: no callback is described`, [...place, 'callbacks'], undefined),
  ),
  ...Object.entries(CONDITIONS).flatMap(([status, condition]) => {
    const response = [...getProfile, 'responses', status];
    const body = [...response, 'content', 'application/json'];
    return [
      says('7', `${status}: condition`, [...response, 'description'], condition),
      only('7', `${status}: ${status === '429' ? 'headers and a body' : 'a body and no header'}`, response, [
        ...(status === '429' ? ['headers'] : []),
        'content',
      ]),
      only('7', `${status}: the body is JSON`, [...response, 'content'], ['application/json']),
      is('7', `${status}: the error body may be any JSON`, [...body, 'schema'], {}),
      only('7', `${status}: nothing else is said of the error body`, body, ['schema']),
      ...notShown('7', status, response, [['error body shape']]),
    ];
  }),
  only(
    '7',
    '429: carries the three rate-limit headers and no other',
    [...tooManyRequests, 'headers'],
    RATE_LIMIT_HEADERS,
  ),
  ...RATE_LIMIT_HEADERS.flatMap((name) => {
    const header = [...tooManyRequests, 'headers', name];
    return [
      is('7', `${name}: is carried by every 429`, [...header, 'required'], true),
      says('8.2', `${name}: is about the rate limit`, [...header, 'description'], ['rate limit']),
      is('ours', `${name}: is read as text`, [...header, 'schema', 'type'], 'string'),
      only('8.2', `${name}: no format or bound`, [...header, 'schema'], ['type']),
      only('8.2', `${name}: nothing else is said`, header, ['required', 'schema']),
      ...notShown('8.2', name, header, [['type'], ['unit']]),
    ];
  }),
  says(
    '8.2',
    'rate limiting yields 429 with the three headers',
    [...info, 'description'],
    ['Rate limiting exists', 'yields 429', ...RATE_LIMIT_HEADERS],
  ),
];

const LIFECYCLES = ['Early Access', 'Generally Available', 'Beta', 'Deprecated', 'Planned'];

const versioning: readonly Fact[] = [
  is('9.1', 'the version string is 2.0', [...info, 'version'], '2.0'),
  says(
    '9.1',
    'the version is carried in the base path segment',
    [...info, 'description'],
    ['carried in the base path segment /api/v2'],
  ),
  is('9.2', 'there are five lifecycle values', [...info, 'x-release-lifecycles'], LIFECYCLES),
  says('9.2', 'the five lifecycle values are told to the reader', [...info, 'description'], LIFECYCLES),
  is('9.2', 'GET profile: Early Access', [...getProfile, 'x-release-lifecycle'], 'Early Access'),
  ...deletes.map(([name, place]) =>
    is('9.2', `${name}: no lifecycle is shown`, [...place, 'x-release-lifecycle'], undefined),
  ),
  only('9.3', 'no contact, licence or terms of the API are shown', info, ['title', 'version', 'x-release-lifecycles']),
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
  only('ours', 'the tag of enrollments has a name', ['tags', '0'], ['name']),
  only('ours', 'the tag of profiles has a name', ['tags', '1'], ['name']),
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
  only('ours', 'the components hold the three headers', ['components', 'headers'], RATE_LIMIT_HEADERS),
  only(
    'ours',
    'the components hold the responses that two operations share',
    ['components', 'responses'],
    ['Deleted', 'Failure'],
  ),
];

/** Every fact that `openapi/management.yaml` has to tell. */
export const facts: readonly Fact[] = [
  ...service,
  ...resources,
  ...endpoints,
  ...authentication,
  ...failures,
  ...versioning,
  ...ours,
];

/** In upper case, as the catalogue has them. */
const METHODS: Readonly<Record<string, string>> = {
  'GET profile': 'GET',
  'DELETE profile': 'DELETE',
  'DELETE enrollment': 'DELETE',
};

/**
 * Every fact that the generated modules have to tell: `catalogue`, and next to it the defaults of
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
        'scopes',
        'lifecycle',
        'statuses',
        'notShown',
      ]),
      ...gapsAt(section, `${name} in the catalogue`, [...entry, 'notShown'], gaps),
    ];
  }),
  says(
    '4.1',
    'GET profile: 200 in the catalogue',
    ['catalogue', 'get_token-exchange-profiles_by_id', 'statuses', '200'],
    ['the token exchange profile'],
  ),
  ...Object.entries(CONDITIONS).map(([status, condition]) =>
    says(
      '7',
      `${status}: condition in the catalogue`,
      ['catalogue', 'get_token-exchange-profiles_by_id', 'statuses', status],
      condition,
    ),
  ),
  ...deletes.flatMap(([name]) => {
    const statuses = ['catalogue', OPERATIONS[name]?.id ?? '', 'statuses'];
    return [
      says('4', `${name}: 2XX in the catalogue`, [...statuses, '2XX'], ['deleted', 'exact status', 'not shown']),
      says(
        '7',
        `${name}: default in the catalogue`,
        [...statuses, 'default'],
        ['not deleted', 'statuses', 'not shown'],
      ),
    ];
  }),
  is('5', 'token URL of the client', ['tokenUrl'], '/oauth/token/'),
  is('5', 'audience of the client', ['audience'], '/api/v2/'),
  is('1', 'base URL of the client', ['serverUrl'], 'https://{tenant_domain}/api/v2'),
  only('1', 'the client takes nothing else from the document', [], ['catalogue', 'serverUrl', 'tokenUrl', 'audience']),
];
