/** The byte order mark, which JSON must not start with, and which a parser may ignore (RFC 8259, section 8.1). */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Parses JSON, also after a byte order mark. Returns `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
