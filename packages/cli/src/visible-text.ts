/**
 * Matches control characters, line separators, and characters that change the text direction. A server could use these
 * characters to move the cursor of a terminal or to hide text.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const escaped = (character: string): string => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Replaces control characters and similar characters of a text with escapes such as `\u001b`. */
export const visibleText = (text: string): string => text.replaceAll(INVISIBLE, escaped);

/** Replaces control characters and similar characters like {@link visibleText}, but keeps the line feeds of a text. */
export const visibleLines = (text: string): string => text.split('\n').map(visibleText).join('\n');

/** Returns a value as indented JSON without characters that a terminal would interpret. */
export function visibleJson(value: unknown): string {
  // JSON.stringify escapes control characters only if they are below U+0020. Each line feed in the result belongs to
  // the indentation, because JSON.stringify escapes line feeds in strings.
  return visibleLines(JSON.stringify(value, null, 2));
}
