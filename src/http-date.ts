const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT`, and the obsolete RFC 850 form, `Sunday, 06-Nov-94 08:49:37 GMT`. */
const DAY_FIRST = /^[a-z]{3,9}, (\d\d)[ -]([a-z]{3})[ -](\d{4}|\d\d) (\d\d):(\d\d):(\d\d) GMT$/i;
/** The obsolete form of C's asctime, `Sun Nov  6 08:49:37 1994`. */
const MONTH_FIRST = /^[a-z]{3} ([a-z]{3}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/i;

/** A year of two digits that would be further ahead than this belongs to the past century: RFC 9110 section 5.6.7. */
const MAX_YEARS_AHEAD = 50;

/**
 * Reads one of the three date forms of {@link https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 | RFC 9110 section
 * 5.6.7}, all of them in UTC. `Date.parse` reads the two obsolete forms in local time.
 *
 * @returns Milliseconds of the Unix epoch; `undefined` if the text is not an HTTP date.
 */
export function parseHttpDate(text: string | null): number | undefined {
  const dayFirst = DAY_FIRST.exec(text ?? '');
  if (dayFirst !== null) {
    const [, day, month, year, hours, minutes, seconds] = dayFirst;
    return toEpoch(fullYear(year), month, day, hours, minutes, seconds);
  }
  const monthFirst = MONTH_FIRST.exec(text ?? '');
  if (monthFirst === null) return undefined;
  const [, month, day, hours, minutes, seconds, year] = monthFirst;
  return toEpoch(Number(year), month, day, hours, minutes, seconds);
}

function fullYear(year = ''): number {
  if (year.length === 4) return Number(year);
  const thisYear = new Date().getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + Number(year);
  return inThisCentury > thisYear + MAX_YEARS_AHEAD ? inThisCentury - 100 : inThisCentury;
}

function toEpoch(year: number, month = '', ...rest: (string | undefined)[]): number | undefined {
  const [day = 0, hours, minutes, seconds] = rest.map(Number);
  const monthIndex = MONTHS.indexOf(month.toLowerCase());
  return monthIndex < 0 ? undefined : Date.UTC(year, monthIndex, day, hours, minutes, seconds);
}
