import type { CollectionEntry } from 'astro:content';

/** Verbs that readers use for the operations with a method; `LIST` is a `GET` of many items. */
const VERBS: Readonly<Record<string, string>> = {
  LIST: 'list all get search find',
  GET: 'get read show',
  POST: 'create add new',
  PUT: 'replace set update',
  PATCH: 'update edit change modify',
  DELETE: 'delete remove',
};
/** The path of an operation on a resource that is not below another resource. */
const TOP_RESOURCE = /^\/[^/{]+(?:\/\{[^/]+\})?$/;

/** Words that readers type for the subject of a guide, by the id of its page. */
const GUIDE_WORDS: Readonly<Record<string, string>> = {
  'guides/bulk': 'delete many thousands batch safely resume continue crash recovery',
  'guides/calls': 'change timeout per request custom extra header user agent type of a response',
  'guides/changes': 'compare two versions openapi documents diff',
  'guides/changing-the-document': 'add new endpoint',
  'guides/cli': 'command line help desk reset shell terminal',
  'guides/errors':
    '429 401 404 after delete already deleted is it deleted status codes NetworkError rate limit too many requests retry repeat again POST idempotent exception backoff throttle request id correlation id support ticket redact secrets',
  'guides/getting-started':
    'how to install quickstart tutorial without account supported node typescript versions requirements',
  'guides/not-documented': 'pagination list users search all',
  'guides/platforms': 'deno bun cloudflare workers edge browsers react app require is not defined',
  'guides/production':
    'logging debug log requests continuous integration undocumented unknown unexpected extra fields production schema drift proxy HTTPS_PROXY private CA certificate self signed TLS',
  'guides/reset-many-users': '50000 users thousands csv file',
  'guides/reset-one-user': 'lost phone new phone 2fa mfa reset MFA second factor help desk',
  'guides/testing': 'mock server fake unit test without tenant simulate force error 500 503 jest vitest',
  'guides/tokens':
    'client credentials scopes share token between processes instances authenticate react app browser private_key_jwt oauth',
  changelog: 'what changed last release notes upgrade breaking changes',
};

/**
 * The metadata by which the search finds a page, apart from its title and its content. `list roles` finds `/roles` before
 * `/users/{id}/roles`, because the field `subject` has a greater weight than the field `words`.
 */
export function searchWords({ id, data }: CollectionEntry<'docs'>): string | undefined {
  const { method = '', path } = data;
  if (path === undefined) return GUIDE_WORDS[id] && `subject:${GUIDE_WORDS[id]}`;
  return `${TOP_RESOURCE.test(path) ? 'subject' : 'words'}:${operationWords(method, path)}`;
}

/**
 * The verbs of an operation and the resources in its path, such as `list all get search find users roles`. Pagefind counts
 * each word that starts with a word of the query, so the operation id would find `get_user_log` before `get_users`.
 */
function operationWords(method: string, path: string): string {
  const verbs = VERBS[method === 'GET' && !path.endsWith('}') ? 'LIST' : method] ?? '';
  return `${verbs} ${path.replaceAll(/\{.*?\}|[-_./]/g, ' ')}`;
}
