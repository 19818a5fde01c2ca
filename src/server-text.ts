/** ANSI escape sequences, control characters, line separators, and characters that change the direction of text. */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an ANSI escape sequence starts with this character
  /(?:\u001b\[[0-?]*[ -/]*[@-~]|[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}])+/gu;

/**
 * Matches a text of more than 1,000 characters. With the flag `u`, a dot is a code point, so no surrogate pair is
 * split.
 */
const TOO_LONG = /^(.{1000}).+$/su;

/**
 * Returns a server's text in a form that is safe to log: one line, no unprintable characters, at most 1,000 characters.
 */
export function serverText(text: string): string {
  return text.replace(UNPRINTABLE, ' ').trim().replace(TOO_LONG, '$1…');
}
