/**
 * Matches ANSI escape sequences, control characters, line separators, and characters that change the text direction.
 */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an ANSI escape sequence starts with this character
  /(?:\u001b\[[0-?]*[ -/]*[@-~]|[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}])+/gu;

/**
 * Matches a text of more than 1,000 characters. With the flag `u`, a dot matches a whole code point, so the cut does
 * not split a surrogate pair.
 */
const TOO_LONG = /^(.{1000}).+$/su;

/**
 * Makes a server's text safe to log: replaces unprintable characters with spaces, and cuts the text after 1,000
 * characters.
 */
export function serverText(text: string): string {
  return text.replace(UNPRINTABLE, ' ').trim().replace(TOO_LONG, '$1…');
}
