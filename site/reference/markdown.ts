// Writes texts of a document as Markdown without raw HTML.
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { gfm } from 'micromark-extension-gfm';
import { stringify } from 'yaml';
import { codeSpan as code } from '../../common/formatting.ts';

export { code };

type Nodes = Parameters<typeof toMarkdown>[0];

/** Maximum length of a JSON value with colors. */
const MAX_COLORED = 4_000;

/** A link in HTML, whose text can contain code. */
const HTML_LINK = /(?<!`)<a\s[^>]*?href\s*=\s*["']([^"'\s]+)["'][^>]*>\s*([^<]+?)\s*<\/a>(?!`)/gi;

/** Other HTML elements that descriptions use for formatting, as Markdown. */
const HTML: readonly (readonly [pattern: RegExp, markdown: string])[] = [
  [/<code>([^<`]+)<\/code>/gi, '`$1`'],
  [/<(b|strong)>\s*([^<]+?)\s*<\/\1>/gi, '**$2**'],
  [/<(i|em)>\s*([^<]+?)\s*<\/\1>/gi, '*$2*'],
  [/<(https?:\/\/[^>\s]+)>/gi, '$1'],
  [/<br\s*\/?>/gi, '  \n'],
  [/(?<!\s)\s*<\/?(p|ul|ol)>\s*/gi, '\n\n'],
  [/[^\S\n]*<li>\s*/gi, '\n- '],
  [/<\/li>/gi, ''],
];

/** Escapes a text without formatting, such as a name or a summary, on one line. */
export const plain = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*[\]<>~&]|(?<!\w)_|_(?!\w)|^[#+-](?=\s)|(?<=^\d+)[.)](?=\s)/g, '\\$&');

/** Writes a JSON value as a code span. Strings have no quotes, except those that would look like no or another value. */
export const jsonCode = (value: unknown): string =>
  code(
    typeof value === 'string' && /[^\d\s.-]/.test(value) && !/^(true|false|null)$/.test(value)
      ? value
      : JSON.stringify(value),
  );

/** Writes a fenced code block. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

/** Writes a JSON value. A long value has no colors and fewer lines, because these would weigh more than its text. */
export function fencedJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  if (text.length <= MAX_COLORED) return fenced('json', text);
  return fenced(
    'text',
    text.replaceAll(/[[{]\n[^[\]{}]{1,90}[\]}]/g, (leaf) => leaf.replaceAll(/\n\s*/g, ' ')),
  );
}

const SYNTAX = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
const parse = (text: string) => fromMarkdown(text, SYNTAX);

/** Writes Markdown in which each block ends, and no text starts a block such as `:::` of the site. */
const write = (tree: Nodes): string =>
  toMarkdown(tree, {
    bullet: '-',
    listItemIndent: 'one',
    resourceLink: true,
    rule: '-',
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    unsafe: [{ atBreak: true, character: ':', after: ':' }],
  }).trimEnd();

/** Ends all blocks of a text, such as fenced code, so that they cannot contain what follows the text. */
export const closed = (text = ''): string => write(parse(text));

/** Converts HTML that descriptions use for formatting to Markdown. Other HTML remains. */
export function htmlAsMarkdown(text: string): string {
  const convert = (prose: string) =>
    HTML.reduce((result, [pattern, markdown]) => result.replaceAll(pattern, markdown), prose);
  return outsideCode(outsideCode(text, convert, ['code', 'inlineCode']), (prose) =>
    prose.replaceAll(HTML_LINK, '[$2]($1)'),
  );
}

/** Applies a function to the parts of a text that are not code. */
function outsideCode(text: string, change: (prose: string) => string, types: readonly string[] = ['code']): string {
  let end = 0;
  let result = '';
  visit(parse(text), ({ type, position }) => {
    if (!types.includes(type) || position?.start.offset === undefined) return;
    result += change(text.slice(end, position.start.offset)) + text.slice(position.start.offset, position.end.offset);
    end = position.end.offset ?? text.length;
  });
  return result + change(text.slice(end));
}

function visit(node: Nodes, see: (node: Nodes) => void): void {
  see(node);
  if ('children' in node) for (const child of node.children) visit(child, see);
}

/**
 * Converts a description, which is CommonMark (OpenAPI 3.1, 3.3), to Markdown that is safe in a page: headings become
 * bold paragraphs, images become links, HTML is converted or escaped, and links keep their target only if the target is
 * a URL, because a relative link has no meaning outside its own site.
 */
export function description(text: string, isInline = false): string {
  const tree = parse(htmlAsMarkdown(withoutIndentation(text.trim())));
  visit(tree, (node) => {
    if ('children' in node)
      Object.assign(node, { children: node.children.flatMap((child) => safe(child, node, isInline)) });
  });
  return write(tree);
}

const isUrl = (target: string): boolean => /^(https?:\/\/|mailto:)/i.test(target);
const asText = (value: string) => ({ type: 'text', value }) as const;

/** Returns what a page shows instead of a node. */
function safe(node: Nodes, parent: Nodes, isInline: boolean): Nodes[] {
  switch (node.type) {
    case 'html': {
      const isBlock = ['root', 'blockquote', 'listItem', 'footnoteDefinition'].includes(parent.type);
      return isBlock ? [{ type: 'paragraph', children: [asText(node.value)] }] : [asText(node.value)];
    }
    case 'heading':
      return [{ type: 'paragraph', children: [{ type: 'strong', children: node.children }] }];
    case 'image':
      return safe({ ...node, type: 'link', children: [asText(node.alt ?? '')] }, parent, isInline);
    case 'imageReference':
      return [asText(node.alt ?? '')];
    case 'link':
      return isUrl(node.url) ? [{ ...node, title: null }] : node.children;
    case 'definition':
      return isUrl(node.url) ? [node] : [];
    case 'code':
      return isInline ? [{ type: 'paragraph', children: [{ type: 'inlineCode', value: node.value }] }] : [node];
    case 'break':
      return isInline ? [asText(' ')] : [node];
    default:
      return [node];
  }
}

/**
 * Removes the indentation of a text without lists and fenced blocks. YAML and JSON files often contain indented prose,
 * which Markdown would show as code.
 */
function withoutIndentation(text: string): string {
  const hasBlocks = /^[^\S\n]*(?:([-*+]|\d+[.)])\s|```|~~~)/m.test(text);
  return hasBlocks ? text : text.replaceAll(/^[^\S\n]+/gm, '');
}

/** Converts a description for a table cell or a list item, on one line. Code blocks become code spans. */
export const inline = (text: string): string => description(text, true).replaceAll(/\s+/g, ' ');

/** Writes a table. Pipes in cells are escaped, and each cell is on one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}

/**
 * Returns the first sentence of a description without formatting, for the metadata of a page.
 *
 * @returns An empty string without a description.
 */
export function firstSentence(text = ''): string {
  const line = text
    .replaceAll(/^\s*#{1,6}\s.*$|<[^>]*>|[`*]/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
}

/** Writes a page: its metadata for Starlight as YAML, and its parts, separated by empty lines. Empty parts are omitted. */
export function page(metadata: object, parts: readonly string[]): string {
  const body = parts.filter((part) => part !== '').join('\n\n');
  return `---\n${stringify(metadata, { lineWidth: 0 })}---\n\n${body}\n`;
}

/** Returns a heading and its content, or an empty list without content. */
export const section = (heading: string, ...parts: readonly string[]): string[] => {
  const content = parts.filter((part) => part !== '');
  return content.length === 0 ? [] : [`## ${heading}`, ...content];
};
