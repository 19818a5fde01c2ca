// The plugins that change the Markdown and the HTML of pages.

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderMermaidSVG } from 'beautiful-mermaid';
import type { Element } from 'hast';
import { defineHastPlugin, defineMdastPlugin, type MdastVisitorContext } from 'satteri';
import { linkAddress } from './page-address.ts';
import { diagram } from './pictures.ts';
import { changedNodes } from './reference-html.ts';

/** Folder of the pages of the reference. */
const REFERENCE = new URL('./content/docs/reference/', import.meta.url).href;
const SAFE_PROTOCOLS = ['http:', 'https:', 'mailto:'];

/** Whether a page is a page of the reference. */
const isInReference = ({ fileURL }: Pick<MdastVisitorContext, 'fileURL'>): boolean =>
  fileURL?.href.startsWith(REFERENCE) ?? false;

/** Parses a URL as browsers do, which ignore tabs and line breaks in `javascript:`. A relative URL is safe. */
const isSafe = (url: string): boolean =>
  SAFE_PROTOCOLS.includes(URL.parse(url, 'https://site.example')?.protocol ?? 'invalid');

/**
 * Shows HTML and images in the reference as text, and removes links to scripts, because the reference contains
 * descriptions of a document that other people can have written.
 */
export const safeReference = defineMdastPlugin({
  name: 'safe-reference',
  html: (node, context) => (isInReference(context) ? { type: 'text', value: node.value } : undefined),
  image: (node, context) => (isInReference(context) ? { type: 'text', value: node.alt ?? '' } : undefined),
  imageReference: (node, context) => (isInReference(context) ? { type: 'text', value: node.alt ?? '' } : undefined),
  link: (node, context) =>
    isInReference(context) && !isSafe(node.url) ? { type: 'text', value: context.textContent(node) } : undefined,
  definition: (node, context) => {
    if (isInReference(context) && !isSafe(node.url)) context.removeNode(node);
  },
});

const render = (text: string): string => renderMermaidSVG(text, { padding: 8, layerSpacing: 16 });

/** Replaces Mermaid blocks with SVG. The build fails if a block is not a diagram, or has no text for screen readers. */
export const pictures = defineMdastPlugin({
  name: 'pictures',
  options: { position: true },
  code: ({ lang, value, position }, context) => {
    if (lang !== 'mermaid' || isInReference(context)) return undefined;
    const line = position?.start.line;
    try {
      return { type: 'html', value: diagram(value, `picture-${line}`, render) };
    } catch (cause) {
      throw new Error(`${context.fileURL?.pathname}:${line}: ${Object(cause).message}`, { cause });
    }
  },
});

const root = fileURLToPath(new URL('../../', import.meta.url));

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

/** Changes the HTML of the reference. */
export const referenceHtml = defineHastPlugin({
  name: 'reference-html',
  after: (root, context) => {
    if (!isInReference(context)) return;
    // The cast is safe: the other types of children of a root stay unchanged.
    context.replaceNode(root, { ...root, children: changedNodes(root.children, 'root') as typeof root.children });
  },
});

/** Returns the elements with a name in an element, such as the rows of a table. */
const elementsIn = ({ children }: Readonly<Element>, ...names: readonly string[]): Element[] =>
  children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return names.includes(child.tagName) ? [child] : elementsIn(child, ...names);
  });

/** Gives each cell of a table the head of its column, which the page shows if the cells are below each other. */
export const tableLabels = defineHastPlugin({
  name: 'table-labels',
  element: {
    filter: ['table'],
    visit: (table, context) => {
      const heads = elementsIn(table, 'th').map((head) => context.textContent(head));
      for (const row of elementsIn(table, 'tr')) {
        for (const [index, cell] of elementsIn(row, 'td').entries())
          context.setProperty(cell, 'dataLabel', heads[index] ?? '');
      }
    },
  },
});
