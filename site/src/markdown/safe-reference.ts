// Makes the pages of the reference safe, because they contain descriptions of a document that other people can have
// written.
import { defineMdastPlugin, type MdastVisitorContext } from 'satteri';

/** Folder of the pages of the reference. */
const REFERENCE = new URL('../content/docs/reference/', import.meta.url).href;
const SAFE_PROTOCOLS = ['http:', 'https:', 'mailto:'];

/** Whether a page is a page of the reference. */
const isInReference = ({ fileURL }: Pick<MdastVisitorContext, 'fileURL'>): boolean =>
  fileURL?.href.startsWith(REFERENCE) ?? false;

/** Parses a URL as browsers do, which ignore tabs and line breaks in `javascript:`. A relative URL is safe. */
const isSafe = (url: string): boolean =>
  SAFE_PROTOCOLS.includes(URL.parse(url, 'https://site.example')?.protocol ?? 'invalid');

/** Shows HTML and images in the reference as text, and removes links to scripts. */
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
