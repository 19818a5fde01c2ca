// Decides which Markdown files of the repository are pages of the site, and the address of each page and linked file.
import { posix } from 'node:path';

/** Patterns of the Markdown files that are pages. All paths are relative to the root of the repository. */
export const PAGE_FILES = [
  'site/src/content/docs/**/*.md',
  'docs/**/*.md',
  '{packages/{cli,sandbox},examples,examples/*}/README.md',
  '{CHANGELOG,CONTRIBUTING,.github/SECURITY,bench/RESULTS}.md',
];

/** The id of a page by its path: the first pattern that matches decides. */
const IDS: readonly (readonly [pattern: RegExp, id: string])[] = [
  [/^site\/src\/content\/docs\/index\.md$/, 'index'],
  [/^site\/src\/content\/docs\/(.+?)(?:\/index)?\.md$/, '$1'],
  [/^docs\/README\.md$/, 'guides'],
  [/^docs\/(.+)\.md$/, 'guides/$1'],
  [/^packages\/(cli|sandbox)\/README\.md$/, 'guides/$1'],
  [/^(examples(?:\/[^/]+)?)\/README\.md$/, '$1'],
  [/^CHANGELOG\.md$/, 'changelog'],
  [/^CONTRIBUTING\.md$/, 'guides/contributing'],
  [/^\.github\/SECURITY\.md$/, 'guides/security'],
  [/^bench\/RESULTS\.md$/, 'guides/measurements'],
  [/^README\.md$/, 'index'],
];

/** Returns the id of the page that shows a file; `undefined` if the file is not a page. */
export function pageId(file: string): string | undefined {
  const rule = IDS.find(([pattern]) => pattern.test(file));
  return rule && file.replace(rule[0], rule[1]);
}

/** Whether a page belongs to the reference, whose texts come from the document. */
export const isReference = (id: string): boolean => /^reference(?:\/|$)/.test(id);

/** Returns the path of the site on its host, with a slash at the end. */
export const siteBase = (path: string): string => path.replace(/\/?$/, '/');

/** An address below the root of the site, without a slash at the beginning. */
export const pageAddress = (id: string): string => (id === 'index' ? '' : `${id}/`);

/**
 * Resolves a relative link of a file to a path from the root of the repository; `undefined` for links to other sites, to the same page, to absolute paths and to
 * files outside the repository.
 */
export function resolveLink(target: string, file: string) {
  if (/^(?:[a-z]+:|#|\/)/.test(target)) return undefined;
  const [path = '', fragment = ''] = target.split('#');
  const resolved = posix.join(posix.dirname(file), decodeURI(path));
  return resolved.startsWith('../') ? undefined : { file: resolved, fragment };
}

/**
 * Returns the address of a link on the site. Links to other sites and to the same page remain unchanged.
 *
 * @param base Path of the site on its host, with a slash at the end.
 */
export function linkAddress(target: string, file: string, base: string): string {
  const link = resolveLink(target, file);
  if (link === undefined) return target;
  const id = pageId(link.file);
  // The address of a file that is not a page ends with `.txt`, because every browser shows a text file.
  const address = id === undefined ? `files/${link.file}.txt` : pageAddress(id);
  return `${base}${address}${link.fragment === '' ? '' : `#${link.fragment}`}`;
}
