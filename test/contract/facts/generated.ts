import { type Fact, is, only, says } from './fact.ts';
import { DELETE_RESPONSES, FAILURES, GET_RESPONSES, OPERATIONS } from './operations.ts';
import { ENROLLMENT_PATH, PROFILE_PATH, SECTION_OF } from './places.ts';

/** Every fact that the generated modules state. These modules are the catalogue and the defaults of the client. */
export const generatedFacts: readonly Fact[] = [
  only(
    '1',
    'The catalogue has exactly three operations',
    ['catalogue'],
    Object.values(OPERATIONS).map(({ id }) => id),
  ),
  ...Object.entries(OPERATIONS).flatMap(([name, { id, summary, gaps }]) => {
    const entry = ['catalogue', id];
    const section = SECTION_OF[name] ?? '';
    const isGet = name === 'GET profile';
    const path = name === 'DELETE enrollment' ? ENROLLMENT_PATH : PROFILE_PATH;
    return [
      is(section, `The catalogue has the method of ${name}`, [...entry, 'method'], isGet ? 'GET' : 'DELETE'),
      is(section, `The catalogue has the path of ${name}`, [...entry, 'path'], path),
      is(section, `The catalogue has the summary of ${name}`, [...entry, 'summary'], summary),
      is(
        isGet ? '5.1' : '5.5',
        isGet ? `The catalogue has the scopes of ${name}` : `The catalogue has null as the scopes of ${name}`,
        [...entry, 'scopes'],
        isGet ? [['read:token_exchange_profiles']] : null,
      ),
      is(
        '9.2',
        `The catalogue has ${isGet ? 'the' : 'null as the'} lifecycle of ${name}`,
        [...entry, 'lifecycle'],
        isGet ? 'Early Access' : null,
      ),
      is('9.2', `The catalogue does not mark ${name} as deprecated`, [...entry, 'deprecated'], false),
      only(
        isGet ? '7' : section,
        `The catalogue has the statuses of ${name}`,
        [...entry, 'statuses'],
        isGet ? ['200', ...FAILURES] : ['2XX', 'default'],
      ),
      only(section, `The entry of ${name} in the catalogue has exactly eight fields`, entry, [
        'method',
        'path',
        'summary',
        'scopes',
        'lifecycle',
        'deprecated',
        'statuses',
        'notShown',
      ]),
      is(section, `The catalogue has the gaps of ${name}`, [...entry, 'notShown'], gaps),
      ...Object.entries(isGet ? GET_RESPONSES : DELETE_RESPONSES).map(([status, text]) =>
        says(
          status.startsWith('2') ? section : '7',
          `The catalogue has the description of the response ${status} of ${name}`,
          [...entry, 'statuses', status],
          text,
        ),
      ),
    ];
  }),
  is('5', 'The client has the token URL', ['tokenUrl'], '/oauth/token/'),
  is('5', 'The client has the audience', ['audience'], '/api/v2/'),
  is(
    '4',
    'The list of content exceptions is empty: only the success response of GET profile has a documented body',
    ['contentExceptions'],
    {},
  ),
  is('1', 'The client has the base URL', ['serverUrl'], 'https://{tenant_domain}/api/v2'),
  only(
    '1',
    'The generated modules contain only the catalogue, three defaults and the content exceptions',
    [],
    ['catalogue', 'serverUrl', 'tokenUrl', 'audience', 'contentExceptions'],
  ),
];
