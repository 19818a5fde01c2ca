import type { DefinedFormats } from 'ajv-formats/dist/formats.js';

/**
 * The syntax of `date-time` in RFC 3339, section 5.6, as a `pattern` of JSON Schema. The checks of ajv-formats and
 * Redocly also allow a space instead of `T`, and the offsets `+0000` and `+02`.
 */
export const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * Returns the format as which a format is checked. JSON Schema does not define `url`. As `uri`, it also allows `urn:`,
 * `http://localhost` and IP addresses, which the `url` of ajv-formats would reject.
 */
export const checkedFormat = (format: unknown): unknown => (format === 'url' ? 'uri' : format);

/** Replaces `url` and `date-time` in the formats of ajv-formats. Standalone validators contain this function. */
export function strictFormats(formats: DefinedFormats) {
  // The cast is safe: ajv-formats has a function, which also checks the day of the month and the time of a leap second.
  const loose = formats['date-time'] as { validate(text: string): boolean };
  const validate = (text: string): boolean => DATE_TIME.test(text) && loose.validate(text);
  return { ...formats, url: formats.uri, 'date-time': { ...loose, validate } };
}
