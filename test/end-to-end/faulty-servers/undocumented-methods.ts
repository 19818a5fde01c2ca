// Faults of methods that the document does not have.
import type { Serve } from './faulty-server.ts';
import type { Fault } from './server-fault.ts';

/** Answers a method of a path. */
const answering =
  (method: string, path: string, respond: () => Response): Serve =>
  (request, { send }) =>
    request.method === method && request.url.includes(path) ? respond() : send(request);

const ENROLLMENT_METHODS = 'are rejected: GET, PUT, POST and PATCH /guardian/enrollments/{id}';

const accepted = () => Response.json({ name: 'Partner tokens' });
const PROFILES = '/token-exchange-profiles/';
const ENROLLMENTS = '/guardian/enrollments/';

/** Faults that only a run with `--disposable` detects, because it sends methods that can change items. */
export const methodFaults: readonly Fault[] = [
  ...['PUT', 'POST', 'PATCH'].map((method) => ({
    title: `an undocumented ${method} that is accepted`,
    serve: answering(method, PROFILES, accepted),
    fails: 'are rejected: PUT, POST and PATCH /token-exchange-profiles/{id}',
  })),
  {
    title: 'an undocumented GET of an enrollment that is accepted',
    serve: answering('GET', ENROLLMENTS, accepted),
    fails: ENROLLMENT_METHODS,
  },
  {
    title: '500 for an undocumented method',
    serve: answering('PATCH', ENROLLMENTS, () => Response.json({}, { status: 500 })),
    fails: ENROLLMENT_METHODS,
  },
  {
    title: 'a deletion without a token that is accepted',
    serve: async (request, { send, token }) =>
      request.method === 'DELETE' && !request.headers.has('Authorization')
        ? send(new Request(request, { headers: { authorization: `Bearer ${token}` } }))
        : send(request),
    fails: 'without a token',
  },
];
