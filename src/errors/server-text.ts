/**
 * Matches ANSI escape sequences, control characters, line separators, and characters that change the text direction.
 * The ranges are those of `\p{Cc}`, `\p{Zl}`, `\p{Zp}` and `\p{Bidi_Control}`, with which the import of this module
 * would take 0.5 ms more.
 */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are replaced
  /(?:\u001b\[[0-?]*[ -/]*[@-~]|[\0-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069])+/g;

/**
 * Matches a text of more than 1,000 characters. With the flag `u`, a dot matches a whole code point, so the cut does
 * not split a surrogate pair.
 */
const TOO_LONG = /^(.{1000}).+/su;

/**
 * Makes a server's text safe to log: replaces unprintable characters with spaces, and cuts the text after 1,000
 * characters.
 */
export function serverText(text: string): string {
  return text.replace(UNPRINTABLE, ' ').trim().replace(TOO_LONG, '$1…');
}
