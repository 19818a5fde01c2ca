/** Characters that XML 1.0 does not allow, section 2.2: control characters, lone surrogates, U+FFFE and U+FFFF. */
const NOT_ALLOWED = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for the content and for the attributes of XML and HTML. Attributes must be in double quotes. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll(NOT_ALLOWED, '\u{FFFD}')
    .replaceAll(/[&<>"]/g, (character) => REFERENCES[character] ?? character)
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
