import type { Place } from './fact.ts';

export const PROFILE_PATH = '/token-exchange-profiles/{id}';
export const ENROLLMENT_PATH = '/guardian/enrollments/{id}';

export const info: Place = ['info'];
export const getProfile: Place = ['paths', PROFILE_PATH, 'get'];
export const deleteProfile: Place = ['paths', PROFILE_PATH, 'delete'];
export const deleteEnrollment: Place = ['paths', ENROLLMENT_PATH, 'delete'];

/** The places of the three operations, by the name that the facts use. */
export const operations: Readonly<Record<string, Place>> = {
  'GET profile': getProfile,
  'DELETE profile': deleteProfile,
  'DELETE enrollment': deleteEnrollment,
};
export const deletes: readonly (readonly [name: string, place: Place])[] = Object.entries(operations).filter(([name]) =>
  name.startsWith('DELETE'),
);

/** The section of the source that describes each operation. */
export const SECTION_OF: Readonly<Record<string, string>> = {
  'GET profile': '4.1',
  'DELETE profile': '4.2',
  'DELETE enrollment': '4.3',
};

export const ok: Place = [...getProfile, 'responses', '200'];
export const profile: Place = ['components', 'schemas', 'TokenExchangeProfile'];
export const errorBody: Place = ['components', 'schemas', 'ErrorBody'];

export const refTo = (place: Place) => ({ $ref: `#/${place.join('/')}` });

/** The keys of a part of the document that has only a description and a list of gaps. */
export const TEXT_AND_GAPS = ['description', 'x-not-shown'];
