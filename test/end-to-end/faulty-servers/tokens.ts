// Faults of the check of tokens.
import type { Serve } from './faulty-server.ts';
import {
  ALL_RESPONSES,
  answers,
  changing,
  type Fault,
  isTokenRequest,
  READS,
  withStatus,
  withText,
  withType,
} from './server-fault.ts';

type Token = 'none' | 'not a JWT' | 'unsigned' | 'expired' | 'changed' | 'unscoped' | 'valid';

const parse = (part = ''): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Returns the kind of the token of a request, as the response of the correct server shows it. */
function tokenOf({ headers }: Request, { status }: Response): Token {
  const token = headers.get('Authorization')?.split(' ')[1];
  if (token === undefined) return 'none';
  const [header, claims, ...others] = token.split('.');
  if (others.length !== 1) return 'not a JWT';
  if (parse(header)['alg'] === 'none') return 'unsigned';
  if (Number(parse(claims)['exp']) * 1000 <= Date.now()) return 'expired';
  if (status === 401) return 'changed';
  return status === 403 ? 'unscoped' : 'valid';
}

/** Selects the responses to requests with a kind of token. */
const to = (token: Token, method?: string) => (request: Request, response: Response) =>
  !isTokenRequest(request) && tokenOf(request, response) === token && (!method || request.method === method);

/** Accepts a kind of token. */
const accepting =
  (token: Token, method?: string): Serve =>
  async (request, { send, token: valid }) => {
    const response = await send(request.clone());
    if (!to(token, method)(request, response)) return response;
    return send(new Request(request, { headers: { authorization: `Bearer ${valid}` } }));
  };

const TITLES = {
  none: 'without a token',
  'not a JWT': 'for a token that is not a JWT',
  unsigned: 'for a token with the algorithm none',
  expired: 'for an expired token',
  changed: 'for a token with an invalid JWT signature',
  unscoped: 'for a token without the required scope',
  valid: '',
} as const;

const kinds = ['none', 'not a JWT', 'unsigned', 'expired', 'changed', 'unscoped'] as const;

const accepted: readonly Fault[] = kinds.map((token) => ({
  title: `a read that is accepted ${TITLES[token]}`,
  serve: accepting(token, 'GET'),
  fails: TITLES[token],
}));

const acceptedDeletions: readonly Fault[] = (['not a JWT', 'changed', 'unscoped'] as const).map((token) => ({
  title: `a deletion that is accepted ${TITLES[token]}`,
  serve: accepting(token, 'DELETE'),
  fails: TITLES[token],
}));

const serverErrors: readonly Fault[] = kinds.map((token) => ({
  title: `the status 500 ${TITLES[token]}`,
  serve: withStatus(to(token), 500),
  fails: TITLES[token],
}));

const others: readonly Fault[] = [
  { title: 'a redirect without a token', serve: withStatus(to('none'), 302), fails: TITLES.none },
  { title: '404 without a token', serve: withStatus(to('none'), 404), fails: TITLES.none },
  { title: '403 for an invalid signature', serve: withStatus(to('changed', 'GET'), 403), fails: TITLES.changed },
  { title: '401 for a missing scope', serve: withStatus(to('unscoped', 'GET'), 401), fails: TITLES.unscoped },
  {
    title: 'a 401 response in HTML',
    serve: withText(to('changed'), '<html>', 'text/html'),
    fails: ALL_RESPONSES,
    after: [TITLES.changed],
  },
  {
    title: 'application/problem+json for a 403 response',
    serve: withType(to('unscoped'), 'application/problem+json'),
    fails: ALL_RESPONSES,
    after: [TITLES.unscoped],
  },
  {
    title: 'a cache that ignores the token',
    serve: cacheWithoutToken(),
    fails: TITLES.none,
    after: [READS],
  },
  {
    title: '401 for a valid token',
    serve: withStatus(to('valid', 'GET'), 401),
    fails: 'for a valid bearer token',
  },
  {
    title: 'a token response without access_token',
    serve: changing(
      (request) => isTokenRequest(request),
      () => Response.json({ token_type: 'Bearer' }),
    ),
    fails: 'for client credentials',
  },
];

/** A server that keeps the response of each path, and sends it to every caller. */
function cacheWithoutToken(): Serve {
  const cache = new Map<string, Response>();
  return async (request, { send }) => {
    const cached = cache.get(request.url);
    if (request.method === 'GET' && cached !== undefined) return cached.clone();
    const response = await send(request);
    if (answers('GET', 200)(request, response)) cache.set(request.url, response.clone());
    return response;
  };
}

export const tokenFaults: readonly Fault[] = [...accepted, ...acceptedDeletions, ...serverErrors, ...others];
