import { type Fact, is, only } from './fact.ts';
import { deletes, getProfile, info, TEXT_AND_GAPS } from './places.ts';

const LIFECYCLES = ['Early Access', 'Generally Available', 'Beta', 'Deprecated', 'Planned'];

/** The facts of section 9 of the source. */
export const versioning: readonly Fact[] = [
  is('9.1', 'The version string of the API is 2.0', [...info, 'version'], '2.0'),
  is('9.2', `The release lifecycle values are ${LIFECYCLES.join(', ')}`, [...info, 'x-release-lifecycles'], LIFECYCLES),
  is(
    '9.2, 1, 4.1',
    'The release lifecycle of GET profile is Early Access',
    [...getProfile, 'x-release-lifecycle'],
    'Early Access',
  ),
  ...deletes.map(([name, place]) =>
    is(
      '9.2',
      `${name} has no release lifecycle, because the source shows none`,
      [...place, 'x-release-lifecycle'],
      undefined,
    ),
  ),
  only('9.3', 'The source shows no contact, license or terms of the API', info, [
    'title',
    'version',
    'x-release-lifecycles',
    ...TEXT_AND_GAPS,
  ]),
];
