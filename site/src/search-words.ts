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
  'guides/changing-the-document': 'add new endpoint',
  'guides/bulk': 'delete many thousands batch safely resume continue crash recovery',
  'guides/changes': 'compare two versions openapi documents diff',
  'guides/cli': 'command line help desk reset shell terminal',
  'guides/error-codes': '429 404 after delete already deleted is it deleted status codes',
  'guides/errors':
    'NetworkError rate limit too many requests 429 retry POST idempotent exception backoff throttle request id correlation id support ticket redact secrets',
  'guides/getting-started':
    'how to install quickstart tutorial without account supported node typescript versions requirements',
  'guides/calls':
    'change timeout per request logging debug log custom extra header user agent undocumented unknown unexpected extra fields production schema drift proxy private CA certificate self signed TLS',
  'guides/sandbox': 'mock server fake unit test without tenant simulate force error 500 503',
  'guides/platforms': 'deno bun cloudflare workers edge browsers',
  'guides/tokens': 'share token between processes private_key_jwt oauth',
  changelog: 'what changed last release notes upgrade breaking changes',
};

/** The words by which the search finds a page, apart from its title and its content; `undefined` for most pages. */
export function searchWords({ id, data }: CollectionEntry<'docs'>): string | undefined {
  const { operation, method = '', path } = data;
  return operation === undefined ? GUIDE_WORDS[id] : `${method} ${path} ${operation} ${VERBS[method] ?? ''}`;
}
