// Faults of deletions.
import type { Serve } from './faulty-server.ts';
import {
  ALL_RESPONSES,
  answers,
  changing,
  DELETES,
  type Fault,
  READS,
  withBody,
  withStatus,
  withText,
} from './server-fault.ts';

const DELETED = answers('DELETE', 204);
const VALID = 'returns 2XX for client credentials';
const INVALID = 'for a token with an invalid JWT signature';
const GONE = 'returns 404 for the item that DELETE has deleted';

const idOf = ({ url }: Request): string => new URL(url).pathname.split('/').at(-1) ?? '';
const isProfile = ({ url }: Request): boolean => url.includes('/token-exchange-profiles/');

/** Deletes an item although the response says that the token is invalid. */
const deleting =
  (isAffected: (request: Request) => boolean): Serve =>
  async (request, { send, sandbox }) => {
    const response = await send(request);
    if (!answers('DELETE', 401)(request, response) || !isAffected(request)) return response;
    (isProfile(request) ? sandbox.profiles : sandbox.enrollments).delete(idOf(request));
    return response;
  };

/** Sends a success without deleting the item. */
const keeping: Serve = async (request, { send, sandbox }) => {
  const profile = sandbox.profiles.get(idOf(request));
  const response = await send(request);
  if (DELETED(request, response) && profile !== undefined) sandbox.profiles.set(profile.id, profile);
  return response;
};

export const deletionFaults: readonly Fault[] = [
  { title: '500 for a deletion', serve: withStatus(DELETED, 500), fails: VALID },
  { title: '404 for the deletion of an item that exists', serve: withStatus(DELETED, 404), fails: VALID },
  { title: '303 after a deletion', serve: withStatus(DELETED, 303), fails: VALID },
  { title: 'a success without a deletion', serve: keeping, fails: GONE, after: [DELETES] },
  {
    title: '410 for an item that was deleted',
    serve: withStatus(
      (request, response) => answers('GET', 404)(request, response) && request.url.includes('Gone'),
      410,
    ),
    fails: GONE,
    after: [DELETES],
  },
  {
    title: 'a deletion of all profiles',
    serve: async (request, { send, sandbox }) => {
      const response = await send(request);
      if (DELETED(request, response)) sandbox.profiles.clear();
      return response;
    },
    fails: 'still exists',
    after: [DELETES],
  },
  {
    title: 'the profile that still exists without its id',
    serve: withBody(answers('GET', 200), ({ id: _, ...others }) => others),
    fails: 'still exists',
    after: [DELETES],
  },
  {
    title: 'a deletion of a profile in spite of an invalid token',
    serve: deleting(isProfile),
    fails: VALID,
    after: [INVALID],
  },
  {
    title: 'a deletion of an enrollment in spite of an invalid token',
    serve: deleting((request) => !isProfile(request)),
    fails: VALID,
    after: [INVALID],
  },
  {
    title: 'a 400 response in HTML to a deletion',
    serve: withText(answers('DELETE', 400), '<html>', 'text/html'),
    fails: ALL_RESPONSES,
    after: ['for a token that is not a JWT'],
  },
  {
    title: 'a body that the document does not show',
    serve: changing(DELETED, () => Response.json({ deleted: true })),
    differs: 'body: not documented',
    after: [DELETES],
  },
  {
    title: 'an operation that is deprecated',
    serve: changing(
      answers('GET', 200),
      ({ body, headers }) =>
        new Response(body, { headers: { ...Object.fromEntries(headers), Deprecation: '@1767225600' } }),
    ),
    differs: 'undocumented deprecation: `deprecation`',
    after: [READS],
  },
];
