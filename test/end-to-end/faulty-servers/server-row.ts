import { readYaml } from '../../support/read-yaml.ts';
import type { CorrectServer, Serve } from './faulty-server.ts';

type Token = 'none' | 'not a JWT' | 'unsigned' | 'expired' | 'changed' | 'other audience' | 'unscoped' | 'valid';

interface Responses {
  readonly method?: string;
  readonly status?: number | string;
  readonly url?: string;
  readonly token?: Token;
  readonly header?: string;
}

/** A row of `servers.yaml`. The comment at the start of that file describes each member. */
export interface ServerRow {
  readonly title: string;
  readonly source?: string;
  readonly to?: Responses | 'token request';
  readonly once?: boolean;
  readonly later?: boolean;
  readonly status?: number;
  readonly type?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly set?: object;
  readonly remove?: readonly string[];
  readonly wrap?: keyof typeof WRAPPED;
  readonly body?: unknown;
  readonly text?: string;
  readonly encoding?: 'latin1';
  readonly cut?: boolean;
  readonly close?: boolean;
  readonly rewrite?: readonly [pattern: string, replacement: string];
  readonly accept?: boolean;
  readonly delete?: 'item' | 'all';
  readonly restore?: boolean;
  readonly cache?: boolean;
  readonly id?: string;
  readonly fails?: string;
  readonly after?: readonly string[];
  readonly expectsBehavior?: boolean;
  readonly differences?: readonly string[];
  readonly open?: readonly string[];
}

interface Tables {
  /** Texts that rows repeat. */
  readonly names: unknown;
  readonly faulty: readonly ServerRow[];
  readonly correct: readonly ServerRow[];
}
export const { faulty, correct }: Tables = readYaml(import.meta.dirname, 'servers.yaml');

const WRAPPED = {
  list: (body: unknown) => [body],
  object: (body: unknown) => ({ data: body }),
};

/** Creates the server of a row. */
export function serverOf(row: ServerRow): Serve {
  let isDone = false;
  const cache = new Map<string, Response>();
  return async (request, server) => {
    const cached = cache.get(`${request.method} ${request.url}`);
    if (cached !== undefined) return cached.clone();
    const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
    const item = server.sandbox.profiles.get(id);
    const response = await server.send(isTokenRequest(request) ? request : rewritten(request.clone(), row));
    if (!isChanged(row, request, response)) return response;
    const isFirst = !isDone;
    isDone = true;
    if ((row.once && !isFirst) || (row.later && isFirst)) return response;
    deleteItems(server, row, id);
    if (row.restore && item !== undefined) server.sandbox.profiles.set(id, item);
    if (row.cache) cache.set(`${request.method} ${request.url}`, response.clone());
    if (row.accept) return await sendAgain(request, server);
    return await changed(response, row);
  };
}

/** Deletes the items that the row names. */
function deleteItems({ sandbox: { profiles, enrollments } }: CorrectServer, row: ServerRow, id: string): void {
  if (row.delete === 'all') profiles.clear();
  if (row.delete === 'item') for (const items of [profiles, enrollments]) items.delete(id);
}

const isTokenRequest = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/oauth/');

/** Sends the request again with a valid token. */
const sendAgain = (request: Request, { send, token }: CorrectServer): Promise<Response> =>
  send(new Request(request, { headers: { authorization: `Bearer ${token}` } }));

function rewritten(request: Request, { rewrite }: ServerRow): Request {
  if (rewrite === undefined) return request;
  const { origin } = new URL(request.url);
  const path = request.url.slice(origin.length).replaceAll(new RegExp(rewrite[0], 'g'), rewrite[1]);
  return new Request(origin + path, request);
}

function isChanged({ to = {} }: ServerRow, request: Request, response: Response): boolean {
  if (to === 'token request' || isTokenRequest(request)) return to === 'token request' && isTokenRequest(request);
  return (
    (to.method ?? request.method) === request.method &&
    new RegExp(`^${to.status ?? ''}`).test(String(response.status)) &&
    new RegExp(to.url ?? '').test(request.url) &&
    (to.header === undefined || request.headers.has(to.header)) &&
    (to.token === undefined || to.token === tokenOf(request, response))
  );
}

const claimsIn = (part = ''): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Returns the kind of the token of a request, as the response of the correct server shows it. */
function tokenOf({ headers }: Request, { status }: Response): Token {
  const token = headers.get('Authorization')?.split(' ')[1];
  if (token === undefined) return 'none';
  const [header, claims, ...others] = token.split('.');
  if (others.length !== 1) return 'not a JWT';
  if (claimsIn(header)['alg'] === 'none') return 'unsigned';
  if (Number(claimsIn(claims)['exp']) * 1000 <= Date.now()) return 'expired';
  if (String(claimsIn(claims)['aud']).includes('other')) return 'other audience';
  if (status === 401) return 'changed';
  return status === 403 ? 'unscoped' : 'valid';
}

async function changed(response: Response, row: ServerRow): Promise<Response> {
  if (row.close) return Response.error();
  const status = row.status ?? response.status;
  const headers = new Headers([...response.headers, ...Object.entries(row.headers ?? {})]);
  if (row.text !== undefined || 'body' in row) headers.set('Content-Type', 'application/json');
  if (typeof row.type === 'string') headers.set('Content-Type', row.type);
  if (row.type === null) headers.delete('Content-Type');
  const body = bodyOf(await response.text(), row);
  if (row.cut) headers.set('Content-Length', '9999');
  return new Response([204, 304].includes(status) ? null : Buffer.from(body, row.encoding), { status, headers });
}

function bodyOf(text: string, { set, remove = [], wrap, ...row }: ServerRow): string {
  if (row.text !== undefined) return row.text;
  if ('body' in row) return JSON.stringify(row.body);
  if (set === undefined && remove.length === 0 && wrap === undefined) return text;
  const kept = Object.entries(JSON.parse(text)).filter(([name]) => !remove.includes(name));
  const fields = { ...Object.fromEntries(kept), ...set };
  return JSON.stringify(wrap === undefined ? fields : WRAPPED[wrap](fields));
}
