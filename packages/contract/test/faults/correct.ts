// Correct servers that differ from the sandbox: the live run must pass for each of them.
import { URLS } from '../../../../test/support/url-values.ts';
import type { Serve } from '../faulty-server.ts';
import { limitingCorrectly } from './limited-calls.ts';
import { answers, isTokenRequest, withBody } from './server-fault.ts';

const failing =
  (isAffected: (request: Request) => boolean, status: number): Serve =>
  (request, { send }) =>
    isAffected(request) && !isTokenRequest(request)
      ? Response.json({ message: 'The request is invalid' }, { status })
      : send(request);

const segmentOf = ({ url }: Request): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** A correct server, with the differences that the run reports. */
interface CorrectVariant {
  readonly title: string;
  readonly serve: Serve;
  readonly differences?: readonly string[];
}

export const correctServers: readonly CorrectVariant[] = [
  { title: 'the sandbox', serve: (request, { send }) => send(request) },
  { title: '429 with its header fields for the first read', serve: limitingCorrectly },
  {
    title: '414 for a long id',
    serve: failing((request) => segmentOf(request).length > 255, 414),
    differences: ['status: not documented'],
  },
  { title: '400 for an id with special characters', serve: failing((request) => /%/.test(segmentOf(request)), 400) },
  { title: '405 for an undocumented method', serve: failing(({ method }) => method === 'PATCH', 405) },
  { title: '501 for an undocumented method', serve: failing(({ method }) => method === 'PUT', 501) },
  ...URLS.map((url) => ({
    title: `the subject_token_type ${url}`,
    serve: withBody(answers('GET', 200), (profile) => ({ ...profile, subject_token_type: url })),
  })),
];
