// Makes the texts of a document safe for Redoc, which would render their HTML.
import { readFile, writeFile } from 'node:fs/promises';
import { isObject } from 'tenant-management-document';
import { htmlAsMarkdown } from '../../site/reference/markdown.ts';

/** The start of HTML, or of a tag of Markdoc, which Redoc reads in Markdown and which can create each HTML element. */
const MARKUP = /<(?=[a-z/!?])|\{(?=%)/gi;
/** A character without width. After it, the rest of `MARKUP` is text: in prose, in code and for each parser. */
const WORD_JOINER = '\u2060';

/** Extensions that Redoc can read as Markdown. Samples are code, which readers copy. */
const EXTENSION = /^x-(?!codeSamples$)/;

const asText = (text: string): string => text.replaceAll(MARKUP, `$&${WORD_JOINER}`);

/**
 * Changes a bundled document in JSON so that Redoc shows HTML in descriptions, summaries, extensions and names as text.
 * Formatting and links in HTML become Markdown. Other values in examples remain, because readers copy them.
 */
export async function removeMarkup(file: string): Promise<void> {
  await writeFile(file, JSON.stringify(withoutMarkup(JSON.parse(await readFile(file, 'utf8')))));
}

/** @param isExtension Whether the value is in an extension that Redoc can read as Markdown. */
function withoutMarkup(value: unknown, key = '', isExtension = false): unknown {
  if (typeof value === 'string') {
    if (key === 'description') return asText(htmlAsMarkdown(value));
    return isExtension || ['summary', '$ref'].includes(key) ? asText(value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => withoutMarkup(item, '', isExtension));
  if (!isObject(value)) return value;
  // Names are part of Markdoc tags that Redoc creates.
  const members = Object.entries(value).map(([name, member]) => [
    asText(name),
    withoutMarkup(member, name, isExtension || EXTENSION.test(name)),
  ]);
  return Object.fromEntries(members);
}
