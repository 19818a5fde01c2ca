import { type Fact, is, notShown, only, type Place, says } from './fact.ts';
import { errorBody, info, ok, profile, TEXT_AND_GAPS } from './places.ts';

/** Returns the place of a field of the profile. */
export const field = (name: string): Place => [...profile, 'properties', name];

/** The fields of a profile. `facts` are the schema keywords of a field, and `meaning` is its description. */
export const FIELDS: Readonly<Record<string, { facts: Readonly<Record<string, unknown>>; meaning: string }>> = {
  id: { facts: { type: 'string', format: 'token-exchange-profile-id' }, meaning: 'The unique ID of the profile.' },
  name: {
    facts: { type: 'string', minLength: 3, maxLength: 50, default: 'Token Exchange Profile 1' },
    meaning: 'The friendly name of the profile.',
  },
  subject_token_type: {
    facts: { type: 'string', format: 'url', minLength: 8, maxLength: 100 },
    meaning:
      'The subject token type, a URI. An incoming token exchange request runs this profile if the `subject_token_type` of the request matches.',
  },
  action_id: {
    facts: { type: 'string', minLength: 1, maxLength: 36 },
    meaning:
      'The ID of the Custom Token Exchange action that is run to validate the `subject_token`. The action must use the `custom-token-exchange` trigger.',
  },
  type: {
    facts: { type: 'string', enum: ['custom_authentication'], minLength: 1, maxLength: 21 },
    meaning: 'Controls how the profile is executed on a token exchange request.',
  },
  created_at: {
    facts: { type: 'string', format: 'date-time' },
    meaning: 'The time when the profile was created, an ISO 8601 date-time.',
  },
  updated_at: {
    facts: { type: 'string', format: 'date-time' },
    meaning: 'The time when the profile was last updated, an ISO 8601 date-time.',
  },
};

/** Returns the sections of the source that state a schema keyword. Section 8.1 repeats the bounds of section 2.1. */
const sectionOf = (key: string) => (['minLength', 'maxLength'].includes(key) ? '2.1, 8.1' : '2.1');

const profileFacts: readonly Fact[] = [
  is('2.1', 'A profile is an object', [...profile, 'type'], 'object'),
  is('2.1', 'A profile allows additional properties', [...profile, 'additionalProperties'], true),
  says(
    '2.1',
    'A profile maps a subject token type to the action that validates tokens of that type',
    [...profile, 'description'],
    'A mapping from a subject token type to the custom action that validates tokens of that type.',
  ),
  only(
    '2.1',
    `A profile has exactly seven fields: ${Object.keys(FIELDS).join(', ')}`,
    [...profile, 'properties'],
    Object.keys(FIELDS),
  ),
  is('2.1', 'The document marks no field of a profile as required', [...profile, 'required'], undefined),
  only('2.1', 'The schema of a profile has no keywords other than those in these facts', profile, [
    'type',
    'additionalProperties',
    'properties',
    ...TEXT_AND_GAPS,
  ]),
  notShown('2.1', 'a profile', profile, ['which fields are required']),
  notShown('2.1', 'the response 200 of GET profile', ok, ['which fields are required']),
];

const fieldFacts: readonly Fact[] = Object.entries(FIELDS).flatMap(([name, { facts, meaning }]) => [
  ...Object.entries(facts).map(([key, value]) =>
    is(sectionOf(key), `The \`${key}\` of \`${name}\` is ${[value].flat().join(', ')}`, [...field(name), key], value),
  ),
  only('2.1', `\`${name}\` has no bounds, format or default other than those in these facts`, field(name), [
    ...Object.keys(facts),
    ...(name.endsWith('_at') ? TEXT_AND_GAPS : ['description']),
  ]),
  says('2.1', `The description of \`${name}\` is "${meaning}"`, [...field(name), 'description'], meaning),
  ...(name.endsWith('_at') ? [notShown('2.1', `\`${name}\``, field(name), ['default, a fixed sample timestamp'])] : []),
]);

/** The gaps of the source that concern the whole API, each with its section. */
const GAPS: readonly (readonly [section: string, gap: string])[] = [
  ['3', 'states and transitions of any resource'],
  ['6', 'events, callbacks and notifications'],
  ['2.2', 'fields of the MFA enrollment record'],
  ['7', 'error body shape'],
  ['8.2', 'rate limit thresholds and window'],
  ['9.3', 'deprecation and change policy'],
];

/** The facts of section 2 of the source, and the gaps of the source that concern the whole API. */
export const resources: readonly Fact[] = [
  ...profileFacts,
  ...fieldFacts,
  ...GAPS.map(([section, gap], index) =>
    is(section, `Not shown by the source: ${gap}`, [...info, 'x-not-shown', String(index)], gap),
  ),
  only('ours', '`info` lists no gaps other than those in these facts', [...info, 'x-not-shown'], Object.keys(GAPS)),
  only(
    '2.2',
    'The document has no schemas other than the profile and the error body: the source does not show the fields of an enrollment',
    ['components', 'schemas'],
    [profile, errorBody].map((place) => String(place.at(-1))),
  ),
];
