// Turns a Markdown file of the repository into a page of the site.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineMdastPlugin } from 'satteri';
import { linkAddress } from '../page-address.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Replaces relative links between files of the repository with the addresses of their pages. */
export function pageLinks(base: string) {
  const address = (target: string, file: URL | undefined) =>
    file === undefined ? target : linkAddress(target, relative(root, fileURLToPath(file)).replaceAll('\\', '/'), base);
  return defineMdastPlugin({
    name: 'page-links',
    link: (node, context) => context.setProperty(node, 'url', address(node.url, context.fileURL)),
    definition: (node, context) => context.setProperty(node, 'url', address(node.url, context.fileURL)),
  });
}

/** Removes the first heading of a page, because Starlight shows the title of the page. */
export const pageTitle = defineMdastPlugin({
  name: 'page-title',
  heading: (node, context) => {
    if (node.depth === 1) context.removeNode(node);
  },
});
