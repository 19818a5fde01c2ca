/**
 * Matches the three date formats of RFC 9110: IMF-fixdate (`Sun, 06 Nov 1994 08:49:37 GMT`), RFC 850
 * (`Sunday, 06-Nov-94 08:49:37 GMT`) and asctime (`Sun Nov  6 08:49:37 1994`).
 */
const FORMS = /^[a-z]{3,9}, \d\d[ -][a-z]{3}[ -](\d\d){1,2} [\d:]{8} GMT$|^[a-z]{3} [a-z]{3} [ \d]\d [\d:]{8} \d{4}$/i;

/**
 * Parses a date in one of the three formats of {@link https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 | RFC 9110
 * section 5.6.7}, all of which are in UTC.
 *
 * @returns Milliseconds since the Unix epoch; `undefined` if the text is not an HTTP date.
 */
export function parseHttpDate(field: string | null): number | undefined {
  const text = field?.trim() ?? '';
  if (!FORMS.test(text)) return undefined;
  // Convert all formats to one. Without this, runtimes parse an asctime date in local time, because it has no time
  // zone.
  const time = Date.parse(`${text.replace(/ GMT$/i, '').replaceAll('-', ' ')} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
