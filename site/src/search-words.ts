import type { CollectionEntry } from 'astro:content';

/** Verbs that readers use for the operations with a method. */
const VERBS: Readonly<Record<string, string>> = {
  GET: 'get list read retrieve find',
  POST: 'create add new',
  PUT: 'replace set update',
  PATCH: 'update edit change modify',
  DELETE: 'delete remove',
};

/** Words that readers type for the subject of a guide, by the id of its page. */
const GUIDE_WORDS: Readonly<Record<string, string>> = {
  'guides/bulk': 'delete many thousands batch safely resume continue crash recovery',
  'guides/calls': 'change timeout per request custom extra header user agent',
  'guides/changes': 'compare two versions openapi documents diff',
  'guides/changing-the-document': 'add new endpoint',
  'guides/cli': 'command line help desk reset shell terminal',
  'guides/errors':
    '429 401 404 after delete already deleted is it deleted status codes NetworkError rate limit too many requests retry POST idempotent exception backoff throttle request id correlation id support ticket redact secrets',
  'guides/getting-started':
    'how to install quickstart tutorial without account supported node typescript versions requirements',
  'guides/not-documented': 'pagination list users search all',
  'guides/platforms': 'deno bun cloudflare workers edge browsers react app require is not defined',
  'guides/production':
    'logging debug log continuous integration undocumented unknown unexpected extra fields production schema drift proxy HTTPS_PROXY private CA certificate self signed TLS',
  'guides/reset-many-users': '50000 users thousands csv file',
  'guides/reset-one-user': 'lost phone new phone reset MFA second factor help desk',
  'guides/testing': 'mock server fake unit test without tenant simulate force error 500 503 jest vitest',
  'guides/tokens': 'share token between processes instances authenticate react app browser private_key_jwt oauth',
  changelog: 'what changed last release notes upgrade breaking changes',
};

/** The words by which the search finds a page, apart from its title and its content; `undefined` for most pages. */
export function searchWords({ id, data }: CollectionEntry<'docs'>): string | undefined {
  const { operation, method = '', path } = data;
  return operation === undefined ? GUIDE_WORDS[id] : `${method} ${path} ${operation} ${VERBS[method] ?? ''}`;
}
