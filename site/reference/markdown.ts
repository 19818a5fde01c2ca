// Writes texts of a document as Markdown without raw HTML.
import { codeSpan as code } from 'tools-document';

export { code };

/** A fenced code block, which can start in quotations and list items. Without a last line, it ends with the text. */
const FENCED =
  /^((?:[> \t]|(?:[-*+]|\d{1,9}[.)])[ \t])*)((`|~)\3{2,})(?!\3)(?:(?<=~)[^\n]*|[^`\n]*)((?:\n(?![> \t]*\2\3*[^\S\n]*$)[^\n]*)*)(?:\n[> \t]*\2\3*[^\S\n]*$|$(?![\s\S]))/gm;
/** A fenced code block, or a code span in lines that cannot start another block. Their text is literal. */
const CODE = new RegExp(
  `${FENCED.source}|(?<![\`\\\\])(?!\`{3,}[^\`\\n]*\\n)(\`+)(?!\`)(?:(?!\\n[ \\t]*(?:[\\n<>#=|:~\`*+_[-]|\\d+[.)]))[\\s\\S])+?(?<!\`)\\5(?!\`)`,
  'gm',
);

/** The definition of a link by reference, such as `[1]: ../guide.md "Title"`, whose target is not a URL. */
const REFERENCE_DEFINITION =
  /^ {0,3}\[(?!\^)[^\]\n]+\]:[^\S\n]*(?!<?(?:https?:\/\/|mailto:))\S+[^\S\n]*(?:["'(].*)?$/gim;

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

/** Writes a JSON value as a code span. Strings have no quotes, except a string without visible characters. */
export const jsonCode = (value: unknown): string =>
  code(typeof value === 'string' && value.trim() !== '' ? value : JSON.stringify(value));

/** Writes a fenced code block. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

/** Converts HTML that descriptions use for formatting to Markdown. Other HTML remains. */
export function htmlAsMarkdown(text: string): string {
  const formatted = outside(CODE, aligned(text), (prose) =>
    HTML.reduce((result, [pattern, markdown]) => result.replaceAll(pattern, markdown), prose),
  );
  return outside(FENCED, formatted, (prose) => prose.replaceAll(HTML_LINK, '[$2]($1)'));
}

/** Ends fenced code blocks, and escapes the starts of code spans and of blocks (`:::`) without an end in a text. */
export const closed = (text = ''): string =>
  outside(CODE, aligned(text), (prose) =>
    prose.replaceAll(/(\\.)|`|~{3,}|:{3,}/g, (match, escaped?: string) => escaped ?? `\\${match}`),
  );

/**
 * Converts a description, which is CommonMark (OpenAPI 3.1, 3.3), to Markdown that is safe in a page: headings become
 * bold paragraphs, images become links, HTML is converted or escaped, and links keep their target only if the target is
 * a URL, because a relative link has no meaning outside its own site.
 */
export function description(text: string): string {
  return outside(CODE, closed(htmlAsMarkdown(withoutIndentation(text.trim()))), (prose) =>
    prose
      .replaceAll(
        /!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*<?([^)\s>]*)>?[^)]*\)/g,
        (_link, label: string, target: string) =>
          /^(https?:\/\/|mailto:)/i.test(target) ? `[${label}](${target})` : label,
      )
      .replaceAll(REFERENCE_DEFINITION, '')
      .replaceAll(/^ {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$/gm, '**$1**\n')
      .replaceAll(/\n(?= {0,3}(-{2,}|=+)[^\S\n]*$)/gm, '\n\n')
      // A backslash before the character could be part of a URL.
      .replaceAll(/\\?</g, '&lt;')
      .replaceAll(/\n{3,}/g, '\n\n'),
  )
    .replace(/^\s*\n/, '')
    .trimEnd();
}

/**
 * Gives each line of a fenced code block the quotations and the indentation of the first, and adds a missing last line.
 * Then every parser ends the block there.
 */
function aligned(text: string): string {
  const hasList = /^[> \t]*([-*+]|\d+[.)])\s/m.test(text);
  // The space after ">" is not part of the indentation.
  const withoutTabs = (start: string) =>
    [...start.replaceAll(/>(?![ \t])/g, '> ')].reduce(
      (result, char) => result + (char === '\t' ? ' '.repeat(4 - (result.length % 4)) : char),
      '',
    );
  const align = (block: string, containers: string, fence: string, _char: string, body: string) => {
    const head = withoutTabs(containers);
    const outer = head.replaceAll(/[^>]/g, ' ');
    const prefix = hasList || outer.includes('>') ? outer : '';
    const start = prefix && head;
    const within = new RegExp(`^(?: *>){0,${outer.split('>').length - 1}} {0,${outer.replace(/.*>/, '').length}}`);
    const lines = body.split('\n').map((line) => {
      const content = outer === '' ? line : line.replace(/^[> \t]+/, withoutTabs).replace(within, '');
      return (prefix + content).trimEnd();
    });
    // Without an empty line, such a start can continue a paragraph.
    const blank = /\d| {4}/.test(start) ? '\n' : '';
    const [first = ''] = block.slice(containers.length).split('\n');
    return [`${blank}${start}${first}`, ...lines.slice(1), prefix + fence].join('\n');
  };
  // These characters end a line in some parsers only.
  return text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(FENCED, align);
}

/** Applies a function to the parts of a text that do not match a pattern, such as the parts that are not code. */
function outside(pattern: RegExp, text: string, change: (prose: string) => string): string {
  let end = 0;
  const parts = [...text.matchAll(pattern)].flatMap(({ 0: match, index }) => {
    const before = text.slice(end, index);
    end = index + match.length;
    return [change(before), match];
  });
  return [...parts, change(text.slice(end))].join('');
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
export const inline = (text: string): string =>
  description(text)
    .replaceAll(FENCED, (_block, _start, _fence, _char, body: string) => body.trim() && code(body.trim()))
    .replaceAll(/\s+/g, ' ');

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
