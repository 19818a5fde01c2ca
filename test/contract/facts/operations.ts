import { type Fact, is, notShown, only, says } from './fact.ts';
import {
  deleteEnrollment,
  deleteProfile,
  deletes,
  errorBody,
  getProfile,
  ok,
  operations,
  profile,
  refTo,
  SECTION_OF,
  TEXT_AND_GAPS,
} from './places.ts';

/** The statuses of the error responses of GET profile. */
export const FAILURES = ['400', '401', '403', '404', '429'];

/** Gaps that both DELETE operations have, in two lists. Gaps of only one operation come between the lists. */
const GAPS_OF_DELETES = ['operation id', 'release lifecycle', 'required scopes'];
const RESPONSE_GAPS_OF_DELETES = ['success status and response body', 'failure statuses'];

/** The texts of each operation, and the gaps, which are properties that the source does not show. */
export const OPERATIONS: Readonly<
  Record<string, { id: string; summary: string; parameter: string; effect: string; gaps: readonly string[] }>
> = {
  'GET profile': {
    id: 'get_token-exchange-profiles_by_id',
    summary: 'Get a token exchange profile',
    parameter: 'The ID of the profile to retrieve.',
    effect:
      'Returns the token exchange profile with the given ID. The token needs the scope `read:token_exchange_profiles`.',
    gaps: ['error body shape'],
  },
  'DELETE profile': {
    id: 'delete_token-exchange-profiles_by_id',
    summary: 'Delete a token exchange profile',
    parameter: 'The ID of the profile to delete.',
    effect: 'Deletes the token exchange profile with the given ID from the tenant.',
    gaps: [...GAPS_OF_DELETES, 'format of the path parameter `id`', ...RESPONSE_GAPS_OF_DELETES],
  },
  'DELETE enrollment': {
    id: 'delete_guardian_enrollments_by_id',
    summary: 'Delete an MFA enrollment',
    parameter: 'The ID of the enrollment to delete.',
    effect:
      "Removes the MFA enrollment with the given ID from the user's account. The user can then enroll in MFA again.",
    gaps: [...GAPS_OF_DELETES, 'type and format of the path parameter `id`', ...RESPONSE_GAPS_OF_DELETES],
  },
};

/** Descriptions of the responses of GET profile, by status. */
export const GET_RESPONSES: Readonly<Record<string, string>> = {
  200: 'The token exchange profile.',
  400: 'The query string of the request is invalid. The message varies with the cause. The source shows no query parameter.',
  401: 'The token is invalid. This includes an invalid JWT signature and a client that is not global.',
  403: 'The scope of the token is insufficient. The token needs `read:token_exchange_profiles`.',
  404: 'No token exchange profile has the given ID.',
  429: 'The caller sent too many requests. The response carries the three rate limit header fields.',
};

/** Descriptions of the responses that both DELETE operations share, by status. */
export const DELETE_RESPONSES: Readonly<Record<string, string>> = {
  '2XX': 'The item was deleted. The source shows neither the exact status nor whether the response has a body.',
  default: 'The request failed. The source shows neither the failure statuses nor their conditions.',
};

const deleted = ['components', 'responses', 'Deleted'];
const failure = ['components', 'responses', 'Failure'];

/** The facts that all three operations have. */
const everyOperation: readonly Fact[] = Object.entries(OPERATIONS).flatMap(
  ([name, { id, summary, parameter, effect, gaps }]) => {
    const place = operations[name] ?? [];
    const section = SECTION_OF[name] ?? '';
    const isGet = name === 'GET profile';
    const idParameter = [...place, 'parameters', '0'];
    return [
      is(isGet ? section : 'ours', `${name} has the operation id \`${id}\``, [...place, 'operationId'], id),
      is(section, `${name} has the summary "${summary}"`, [...place, 'summary'], summary),
      says(section, `The description of ${name} is "${effect}"`, [...place, 'description'], effect),
      only('4', `${name} has only one parameter, so it has no query parameter`, [...place, 'parameters'], ['0']),
      is(
        name === 'DELETE enrollment' ? '2.2, 4.3' : section,
        `${name} has a parameter \`id\``,
        [...idParameter, 'name'],
        'id',
      ),
      is(section, `${name}: the parameter \`id\` is in the path`, [...idParameter, 'in'], 'path'),
      is(section, `${name}: the parameter \`id\` is required`, [...idParameter, 'required'], true),
      is(
        isGet ? section : 'ours',
        `${name}: the parameter \`id\` is a string`,
        [...idParameter, 'schema', 'type'],
        'string',
      ),
      only(section, `${name}: the parameter \`id\` has no format and no bounds`, [...idParameter, 'schema'], ['type']),
      only(section, `${name}: the parameter \`id\` has no keywords other than those in these facts`, idParameter, [
        'name',
        'in',
        'required',
        'schema',
        ...(isGet ? ['description'] : TEXT_AND_GAPS),
      ]),
      says(section, `${name}: the description of \`id\` is "${parameter}"`, [...idParameter, 'description'], parameter),
      is('4', `${name} has no request body`, [...place, 'requestBody'], undefined),
      notShown(isGet ? '7' : `${section}, 5.5, 7, 9.2`, name, place, gaps),
    ];
  },
);

const get: readonly Fact[] = [
  only(
    '4.1, 7',
    'GET profile returns 200, 400, 401, 403, 404 or 429',
    [...getProfile, 'responses'],
    ['200', ...FAILURES],
  ),
  ...Object.entries(GET_RESPONSES).map(([status, text]) =>
    says(
      status === '200' ? '4.1' : '7',
      `GET profile: the description of ${status} is "${text}"`,
      [...getProfile, 'responses', status, 'description'],
      text,
    ),
  ),
  only('4.1', 'GET profile: 200 has a body and no header fields', ok, ['content', ...TEXT_AND_GAPS]),
  only('4.1', 'GET profile: the content type of 200 is `application/json`', [...ok, 'content'], ['application/json']),
  only(
    '4.1',
    'GET profile: the document shows only a schema and examples for the body of 200',
    [...ok, 'content', 'application/json'],
    ['schema'],
  ),
  is(
    '4.1',
    'GET profile: the body of 200 is one profile',
    [...ok, 'content', 'application/json', 'schema'],
    refTo(profile),
  ),
  only('4.1', 'GET profile has no keywords other than those in these facts', getProfile, [
    'operationId',
    'tags',
    'x-release-lifecycle',
    'security',
    'parameters',
    'responses',
    'summary',
    ...TEXT_AND_GAPS,
  ]),
];

const DELETE_KEYS = ['operationId', 'summary', 'tags', 'security', 'parameters', 'responses', ...TEXT_AND_GAPS];

const remove: readonly Fact[] = [
  ...deletes.flatMap(([name, place]) => [
    only(SECTION_OF[name] ?? '', `${name} has no keywords other than those in these facts`, place, DELETE_KEYS),
    only(
      SECTION_OF[name] ?? '',
      `${name} has no exact status, only \`2XX\` and \`default\``,
      [...place, 'responses'],
      ['2XX', 'default'],
    ),
    is(SECTION_OF[name] ?? '', `${name}: \`2XX\` is a success`, [...place, 'responses', '2XX'], refTo(deleted)),
    is(
      `${SECTION_OF[name]}, 7`,
      `${name}: \`default\` is a failure`,
      [...place, 'responses', 'default'],
      refTo(failure),
    ),
  ]),
  says(
    '4.2, 4.3',
    `Both DELETE operations: the description of \`2XX\` is "${DELETE_RESPONSES['2XX']}"`,
    [...deleted, 'description'],
    DELETE_RESPONSES['2XX'] ?? '',
  ),
  only(
    '4.2, 4.3',
    'Both DELETE operations: the document shows no body and no header fields for a success',
    deleted,
    TEXT_AND_GAPS,
  ),
  notShown('4.2, 4.3', 'the success of both DELETE operations', deleted, ['success status', 'response body']),
  says(
    '4.2, 4.3, 7',
    `Both DELETE operations: the description of \`default\` is "${DELETE_RESPONSES['default']}"`,
    [...failure, 'description'],
    DELETE_RESPONSES['default'] ?? '',
  ),
  only('7', 'Both DELETE operations: the document shows no header fields for a failure', failure, [
    'content',
    ...TEXT_AND_GAPS,
  ]),
  is(
    '7, 1',
    'Both DELETE operations: the body of a failure is JSON whose shape is not shown',
    [...failure, 'content'],
    { 'application/json': { schema: refTo(errorBody) } },
  ),
  notShown('4.2, 4.3, 7', 'the failures of both DELETE operations', failure, ['failure statuses']),
  notShown('4.2', 'the parameter `id` of DELETE profile', [...deleteProfile, 'parameters', '0'], ['format']),
  notShown(
    '4.3',
    'the parameter `id` of DELETE enrollment',
    [...deleteEnrollment, 'parameters', '0'],
    ['type', 'format'],
  ),
];

/** The facts of section 4 of the source. */
export const endpoints: readonly Fact[] = [...everyOperation, ...get, ...remove];
