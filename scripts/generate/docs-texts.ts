// Makes the texts of a document safe for Redoc, which would render their HTML.
import { isObject, keysIn } from 'tools-document/model';
import { htmlAsMarkdown } from '../../site/reference/markdown.ts';

/** The start of HTML, or of a tag of Markdoc, which Redoc reads in Markdown and which can create each HTML element. */
const MARKUP = /<(?=[a-z/!?])|\{(?=%)/gi;
/** A character without width. If it follows the start of HTML or of a tag, each parser reads a text, also in code. */
const WORD_JOINER = '\u2060';

/** Extensions that Redoc can read as Markdown. Samples are code, which readers copy. */
const EXTENSION = /^x-(?!codeSamples$)/;

const asText = (text: string): string => text.replaceAll(MARKUP, `$&${WORD_JOINER}`);

/**
 * Returns a document of which Redoc shows HTML in descriptions, summaries, extensions and names as text. Formatting and
 * links in HTML become Markdown. Examples and other data remain, because readers copy them.
 *
 * @param isExtension Whether the value is in an extension that Redoc can read as Markdown.
 * @param isMap Whether the keys of the value are names.
 */
export function withoutMarkup(value: unknown, key = '', isExtension = false, isMap = false): unknown {
  if (typeof value === 'string') {
    if (key === 'description') return asText(htmlAsMarkdown(value));
    return isExtension || ['summary', '$ref'].includes(key) ? asText(value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => withoutMarkup(item, '', isExtension));
  if (!isObject(value)) return value;
  // Names are part of Markdoc tags that Redoc creates.
  const members = Object.entries(value).map(([name, member]) => {
    const keys = keysIn(name, member, isMap ? 'names' : 'keywords');
    const isPartOfExtension = isExtension || EXTENSION.test(name);
    const isShownAsCode = keys === 'data' && name !== 'security' && !name.startsWith('x-');
    return [asText(name), isShownAsCode ? member : withoutMarkup(member, name, isPartOfExtension, keys === 'names')];
  });
  return Object.fromEntries(members);
}
