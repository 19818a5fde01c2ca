import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { htmlToHast } from 'satteri';

/** The links and the ids of a page. */
interface Links {
  readonly targets: readonly string[];
  readonly ids: ReadonlySet<string>;
}

function readLinks(html: string): Links {
  const targets: string[] = [];
  const ids = new Set<string>();
  const visit = (node: ReturnType<typeof htmlToHast>): void => {
    if (node.type === 'element') {
      const { id, href, src } = node.properties;
      if (typeof id === 'string') ids.add(id);
      for (const target of [href, src]) if (typeof target === 'string') targets.push(target);
    }
    if ('children' in node) node.children.forEach(visit);
  };
  visit(htmlToHast(html));
  return { targets, ids };
}

/**
 * Returns a line for each link of the built site to a page, a file or a heading that does not exist.
 *
 * @param folder Folder of the built site.
 * @param pages The HTML of each page, by its path below the folder.
 * @param base Path of the site on its host, with a slash at the end.
 */
export function findBrokenLinks(folder: string, pages: ReadonlyMap<string, string>, base: string): string[] {
  const links = new Map([...pages].map(([path, html]) => [path, readLinks(html)]));
  const exists = new Map<string, boolean>();
  /** Path of the file that a host sends for an address. */
  const fileOf = (pathname: string) => {
    const path = decodeURI(pathname).slice(base.length);
    return path === '' || path.endsWith('/') ? `${path}index.html` : path;
  };
  const isFile = (path: string) => {
    if (!exists.has(path)) exists.set(path, existsSync(join(folder, path)) && statSync(join(folder, path)).isFile());
    return exists.get(path) === true;
  };
  const isBroken = (target: string, page: string) => {
    const url = new URL(target, `http://site${base}${page.replace(/index\.html$/, '')}`);
    if (url.hostname !== 'site') return false;
    const path = url.pathname.startsWith(base) ? fileOf(url.pathname) : undefined;
    if (path === undefined || !isFile(path)) return true;
    const ids = links.get(path)?.ids;
    return url.hash !== '' && ids !== undefined && !ids.has(decodeURIComponent(url.hash.slice(1)));
  };
  return [...links].flatMap(([page, { targets }]) =>
    [...new Set(targets)].filter((target) => isBroken(target, page)).map((target) => `${page}: ${target}`),
  );
}
