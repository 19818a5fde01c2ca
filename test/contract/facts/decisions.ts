import { pointerTo } from 'tenant-management-document';
import { RATE_LIMIT_HEADERS } from './error-responses.ts';
import { at, type Fact, is, only, type Place } from './fact.ts';
import { deleteEnrollment, deleteProfile, getProfile, ok, profile } from './places.ts';
import { FIELDS, field } from './resource-fields.ts';

const structure: readonly Fact[] = [
  is('ours', 'The version of OpenAPI is 3.1', ['openapi'], '3.1.0'),
  only(
    'ours',
    'The document has seven top-level keys',
    [],
    ['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components'],
  ),
  only('ours', 'There are two tags, one for each resource', ['tags'], ['0', '1']),
  only('ours', 'The tag of enrollments has a name and a description', ['tags', '0'], ['name', 'description']),
  only('ours', 'The tag of profiles has a name and a description', ['tags', '1'], ['name', 'description']),
  is('ours', 'The tag of enrollments is named MFA Enrollments', ['tags', '0', 'name'], 'MFA Enrollments'),
  is('ours', 'The tag of profiles is named Token Exchange Profiles', ['tags', '1', 'name'], 'Token Exchange Profiles'),
  is('ours', 'GET profile has the tag of profiles', [...getProfile, 'tags'], ['Token Exchange Profiles']),
  is('ours', 'DELETE profile has the tag of profiles', [...deleteProfile, 'tags'], ['Token Exchange Profiles']),
  is('ours', 'DELETE enrollment has the tag of enrollments', [...deleteEnrollment, 'tags'], ['MFA Enrollments']),
  only(
    'ours',
    'The components are security schemes, header fields, responses and schemas',
    ['components'],
    ['securitySchemes', 'headers', 'responses', 'schemas'],
  ),
  only(
    'ours',
    'The three rate limit header fields are components',
    ['components', 'headers'],
    Object.keys(RATE_LIMIT_HEADERS),
  ),
  only(
    'ours',
    'The responses that both DELETE operations share are components',
    ['components', 'responses'],
    ['Deleted', 'Failure'],
  ),
];

const example: Place = [...ok, 'content', 'application/json', 'examples', 'partnerTokens', 'value'];

/** Two examples of a profile: the example of the response, and a profile made of the examples of all fields. */
const exampleProfiles: readonly { name: string; place: Place; read: (document: unknown) => unknown }[] = [
  { name: 'the example of GET profile', place: example, read: (document) => at(document, example) },
  {
    name: 'the examples of the fields',
    place: [...profile, 'properties'],
    read: (document) =>
      Object.fromEntries(Object.keys(FIELDS).map((name) => [name, at(document, [...field(name), 'examples', '0'])])),
  },
];

/** The id in all examples of a profile: one example reads the profile that another example deletes. */
const EXAMPLE_ID = 'tep_9XqRw7vKc2mJ4sLh';

const examples: readonly Fact[] = [
  ...exampleProfiles.flatMap(({ name, place, read }): Fact[] => {
    const fact = { section: 'ours', pointer: pointerTo(place) };
    return [
      {
        ...fact,
        name: `In ${name}, \`updated_at\` is not before \`created_at\``,
        value: true,
        read: (document) => {
          const { created_at, updated_at } = Object(read(document));
          return Date.parse(updated_at) >= Date.parse(created_at);
        },
      },
      {
        ...fact,
        name: `In ${name}, the \`id\` is ${EXAMPLE_ID}`,
        value: EXAMPLE_ID,
        read: (document) => at(read(document), ['id']),
      },
      {
        ...fact,
        name: `In ${name}, exactly the seven fields of a profile have a value`,
        value: Object.keys(FIELDS).toSorted(),
        read: (document) => Object.keys(Object(read(document))).sort(),
      },
    ];
  }),
  ...[getProfile, deleteProfile].map((place) =>
    is(
      'ours',
      `The example of \`id\` of ${place === getProfile ? 'GET' : 'DELETE'} profile is ${EXAMPLE_ID}`,
      [...place, 'parameters', '0', 'example'],
      EXAMPLE_ID,
    ),
  ),
];

/** Decisions about the structure and the examples of the document, which the source does not show. */
export const decisions: readonly Fact[] = [...structure, ...examples];
