// Faults of unusual ids.
import { READ_ID, type Serve } from './faulty-server.ts';
import { type Fault, isTokenRequest } from './server-fault.ts';

const idOf = ({ url }: Request): string => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');

/** Fails for some ids. */
const failing =
  (isOdd: (id: string) => boolean, status = 500): Serve =>
  (request, { send }) =>
    !isTokenRequest(request) && isOdd(idOf(request))
      ? Response.json({ message: 'Internal error' }, { status })
      : send(request);

/** Reads the item whose id is a part of the id in the path. */
const shortened =
  (shorten: (id: string) => string): Serve =>
  (request, { send }) =>
    send(
      isTokenRequest(request)
        ? request
        : new Request(new URL(encodeURIComponent(shorten(idOf(request))), request.url), request),
    );

const LONG = 'for a long id';
const SPECIAL = 'for an id with special characters';

export const idFaults: readonly Fault[] = [
  { title: '500 for a long id', serve: failing((id) => id.length > 255), fails: LONG },
  { title: '503 for a long id', serve: failing((id) => id.length > 255, 503), fails: LONG },
  { title: '500 for an id with a quotation mark', serve: failing((id) => /['"]/.test(id)), fails: SPECIAL },
  { title: '500 for an id with a percent sign', serve: failing((id) => id.includes('%')), fails: SPECIAL },
  { title: '500 for an id that is not ASCII', serve: failing((id) => /[^\0-\x7f]/.test(id)), fails: SPECIAL },
  {
    title: 'ids that are cut off after 20 characters',
    serve: shortened((id) => id.slice(0, READ_ID.length)),
    fails: LONG,
  },
  {
    title: 'special characters in ids that are ignored',
    serve: shortened((id) => id.replaceAll(/[^\w]/g, '')),
    fails: SPECIAL,
  },
  {
    title: 'one profile for all ids',
    serve: shortened((id) => (id.startsWith('tep_') ? READ_ID : id)),
    fails: 'for an unknown id',
  },
];
