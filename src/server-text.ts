/** ANSI escape sequences, control characters, line separators, and characters that change the direction of text. */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an ANSI escape sequence starts with this character
  /(?:\u001b\[[0-?]*[ -/]*[@-~]|[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}])+/gu;

/** A text of more than 1,000 characters. With the flag u, a dot is a code point, so that no surrogate pair is cut in two. */
const TOO_LONG = /^(.{1000}).+$/su;

/** Makes a server's text safe to log: on one line, without unprintable characters, and cut at 1,000 characters. */
export function serverText(text: string): string {
  return text.replace(UNPRINTABLE, ' ').trim().replace(TOO_LONG, '$1…');
}
