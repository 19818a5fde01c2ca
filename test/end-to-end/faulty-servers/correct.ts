// Correct servers that differ from the sandbox: the live run must pass for each of them.
import { URLS } from '../../support/url-values.ts';
import type { Serve } from './faulty-server.ts';
import { limitingCorrectly } from './limited-calls.ts';
import { answers, isTokenRequest, withBody } from './server-fault.ts';

const failing =
  (isAffected: (request: Request) => boolean, status: number): Serve =>
  (request, { send }) =>
    isAffected(request) && !isTokenRequest(request)
      ? Response.json({ message: 'The request is invalid' }, { status })
      : send(request);

/** Ignores the query, which the correct server would reject. */
export const ignoringQuery: Serve = (request, { send }) => send(new Request(request.url.split('?')[0] ?? '', request));

const segmentOf = ({ url }: Request): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** A correct server. */
interface CorrectVariant {
  readonly title: string;
  readonly serve: Serve;
  /** The differences with which `--fail-on differences` fails. */
  readonly differences?: readonly string[];
  /** The details that the document leaves open and that the run must report. */
  readonly open?: readonly string[];
}

const READ = answers('GET', 200);

/** Fields that the source allows: it shows no required field, and a profile can have additional fields. */
const allowedFields: readonly CorrectVariant[] = [
  {
    title: 'an additional field',
    serve: withBody(READ, (profile) => ({ ...profile, tier: 'gold' })),
    open: ['undocumented fields: `tier`'],
  },
  {
    title: 'a misspelt field',
    serve: withBody(READ, ({ created_at, ...others }) => ({ ...others, createdat: created_at })),
    open: ['undocumented fields: `createdat`', 'documented fields never returned: `created_at`'],
  },
  {
    title: 'a missing field',
    serve: withBody(READ, ({ updated_at: _, ...others }) => others),
    open: ['documented fields never returned: `updated_at`'],
  },
  {
    title: 'a profile that has only its id',
    serve: withBody(READ, ({ id }) => ({ id })),
    open: ['documented fields never returned: `name`'],
  },
];

export const correctServers: readonly CorrectVariant[] = [
  { title: 'the sandbox', serve: (request, { send }) => send(request) },
  { title: '429 with its header fields for the first read', serve: limitingCorrectly },
  {
    title: '414 for a long id',
    serve: failing((request) => segmentOf(request).length > 255, 414),
    differences: ['status: not documented'],
  },
  { title: '400 for an id with special characters', serve: failing((request) => /%/.test(segmentOf(request)), 400) },
  {
    title: 'an unknown query parameter that is ignored',
    serve: ignoringQuery,
    open: ['unknown query parameter: accepted'],
  },
  ...allowedFields,
  { title: '405 for an undocumented method', serve: failing(({ method }) => method === 'PATCH', 405) },
  { title: '501 for an undocumented method', serve: failing(({ method }) => method === 'PUT', 501) },
  ...URLS.map((url) => ({
    title: `the subject_token_type ${url}`,
    serve: withBody(answers('GET', 200), (profile) => ({ ...profile, subject_token_type: url })),
  })),
];
