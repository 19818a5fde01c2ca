/** The encodings in which a server can echo a value that it received in a URL or a form. */
export const ENCODINGS: readonly ((text: string) => string)[] = [(text) => text, encodeURIComponent, formEncode];

/** Returns the encoded forms of a value, with hexadecimal digits in upper case and in lower case. */
export function encodedForms(value: string, encodings = ENCODINGS): string[] {
  return encodings.flatMap((encode) => {
    const encoded = encode(value);
    return [encoded, encoded.replace(/%[\dA-F]{2}/g, (escaped) => escaped.toLowerCase())];
  });
}

/** Encodes a text as `application/x-www-form-urlencoded`. */
export function formEncode(text: string): string {
  return String(new URLSearchParams([['', text]])).slice(1);
}

/**
 * Replaces each secret in a text. All replacements are made in one pass. In a second pass, a short secret could match a
 * part of a replacement.
 *
 * @param secrets All forms of the secrets; empty strings are ignored.
 */
export function redact(text: string, secrets: readonly string[], replacement: string): string {
  const patterns = secrets
    .filter((secret) => secret !== '')
    // Sort the longest secret first: a regular expression uses the first alternative that matches, and one secret can
    // be the start of another.
    .sort((a, b) => b.length - a.length)
    .map((secret) => secret.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return patterns.length > 0 ? text.replace(new RegExp(patterns.join('|'), 'g'), replacement) : text;
}
