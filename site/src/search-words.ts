import type { CollectionEntry } from 'astro:content';
import words from './search-words.json';

/**
 * Verbs that readers use for the operations with a method (`LIST` is a `GET` of many items), and words for the subject of
 * a guide, by the id of its page.
 */
const { verbs, guides }: Readonly<Record<'verbs' | 'guides', Readonly<Record<string, string>>>> = words;
/** The path of an operation on a resource that is not below another resource. */
const TOP_RESOURCE = /^\/[^/{]+(?:\/\{[^/]+\})?$/;

/**
 * The metadata by which the search finds a page, apart from its title and its content. `list roles` finds `/roles` before
 * `/users/{id}/roles`, because the field `subject` has a greater weight than the field `words`.
 */
export function searchWords({ id, data }: CollectionEntry<'docs'>): string | undefined {
  const { method = '', path } = data;
  if (path === undefined) return guides[id] && `subject:${guides[id]}`;
  return `${TOP_RESOURCE.test(path) ? 'subject' : 'words'}:${operationWords(method, path)}`;
}

/**
 * The verbs of an operation and the resources in its path, such as `list all get search find users roles`. Pagefind counts
 * each word that starts with a word of the query, so the operation id would find `get_user_log` before `get_users`.
 */
function operationWords(method: string, path: string): string {
  const verb = verbs[method === 'GET' && !path.endsWith('}') ? 'LIST' : method] ?? '';
  return `${verb} ${path.replaceAll(/\{.*?\}|[-_./]/g, ' ')}`;
}
