/** The encodings in which a server can echo a value that it received in a URL or a form. */
export const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  formEncode,
  percentEncode,
];

/**
 * Returns the encoded forms of a value: with hexadecimal digits in upper case and in lower case, and in Base64 and
 * base64url, also as a part of a longer text.
 */
export function encodedForms(value: string, encodings = ENCODINGS): string[] {
  const encoded = encodings.flatMap((encode) => {
    const text = encode(value);
    return [text, text.replace(/%[\dA-F]{2}/g, (escaped) => escaped.toLowerCase())];
  });
  return [...new Set([...encoded, ...base64Forms(value)])];
}

/** Encodes a text as `application/x-www-form-urlencoded`. */
export function formEncode(text: string): string {
  return String(new URLSearchParams([['', text]])).slice(1);
}

/** Encodes every byte of a text as `%XX`. */
function percentEncode(text: string): string {
  const digits = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0');
  return Array.from(new TextEncoder().encode(text), (byte) => `%${digits(byte)}`).join('');
}

/** Returns the UTF-8 bytes of a text as the characters that `btoa` encodes. */
export const utf8Bytes = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/** Texts of fewer characters also occur by accident, within other words. */
const SHORTEST_UNIQUE = 8;

/**
 * Returns the characters that a value has in Base64 and in base64url, for each of the three positions that the value
 * can have in a longer text. Characters that also depend on the text before or after the value are left out.
 */
function base64Forms(value: string): string[] {
  const bytes = utf8Bytes(value);
  return [0, 1, 2].flatMap((before) => {
    const base64 = btoa(' '.repeat(before) + bytes);
    const start = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    const form = base64.slice(start, end);
    if (form.length < SHORTEST_UNIQUE) return [];
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/**
 * Marks a replaced secret. Unicode reserves this character for internal use. If a server sends it anyway, the text has a
 * needless replacement.
 */
const MARK = '\uffff';

/**
 * Replaces each secret in a text. A secret of less than 8 characters is replaced only as a whole word, because it would
 * damage the other words: a secret `a` occurs in most of them. The replacements are inserted at the end, because a short
 * secret could match a part of a replacement.
 *
 * @param secrets All forms of the secrets; empty strings are ignored.
 */
export function redact(text: string, secrets: readonly string[], replacement: string): string {
  return (
    secrets
      .filter((secret) => secret !== '')
      // Replace the longest secret first, because one secret can be a part of another.
      .sort((a, b) => b.length - a.length)
      // Use no regular expression for a long secret: it would be too large, and the message of the error would contain
      // the secret.
      .reduce(
        (rest, secret) => rest.replaceAll(secret.length < SHORTEST_UNIQUE ? wholeWord(secret) : secret, MARK),
        text,
      )
      .replaceAll(MARK, replacement)
  );
}

/** Matches a text that is not next to a letter, a digit or an underscore. */
const wholeWord = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?![\\p{L}\\p{N}_])`, 'gu');

/** Number of characters of a server's text that are scanned: more than a message shows, and fast for a long text. */
const SCANNED = 4_000;

/**
 * Replaces each secret in the start of a text like {@link redact}, and drops the other characters. The result does not
 * end with a part of a secret that continues in the dropped characters.
 */
export function redactStart(text: string, secrets: readonly string[], replacement: string): string {
  const longest = Math.max(...secrets.map(({ length }) => length));
  const start = redact(text.slice(0, SCANNED + longest), secrets, replacement);
  return text.length > SCANNED + longest ? start.slice(0, start.length - longest) : start;
}
