import { parseHttpDate } from '../rate-limit/http-date.js';
import { findLink } from './link.js';
import type { OperationDeprecation } from './operation-deprecation.js';

/**
 * Matches a Date of Structured Fields with its parameters: RFC 9651 sections 3.3.7 and 3.1.2. The number has at most 15
 * digits. The parameters have no meaning.
 */
const DATE_ITEM = /^@(-?\d{1,15})(; *[a-z*][a-z\d_.*-]*(=("([^"\\]|\\["\\])*"|[^\s;,"]+))?)*$/;

/**
 * Reads the deprecation of an operation from the header fields of a response. A header field that is not valid is
 * ignored, as RFC 9651 section 4.2 requires. This includes the two forms of `Deprecation` in the drafts of RFC 9745:
 * `true` and an HTTP date.
 *
 * @returns `undefined` if the response has neither a valid `Deprecation` nor a valid `Sunset`. A link does not mean that
 *   the operation is deprecated.
 */
export function readDeprecation({ headers, url }: Response): Omit<OperationDeprecation, 'method' | 'path'> | undefined {
  // Node.js keeps the white space at the end of a header field.
  const seconds = DATE_ITEM.exec(headers.get('Deprecation')?.trim() ?? '')?.[1];
  const deprecatedAt = dateOf(Number(seconds) * 1000);
  const sunsetAt = dateOf(parseHttpDate(headers.get('Sunset')));
  if (deprecatedAt === undefined && sunsetAt === undefined) return undefined;
  const link = findLink(headers.get('Link'), ['deprecation', 'sunset'], url);
  return { ...(deprecatedAt && { deprecatedAt }), ...(sunsetAt && { sunsetAt }), ...(link && { link }) };
}

/** Returns a date, or `undefined` for a time that a `Date` cannot represent, such as a year after 275760. */
function dateOf(time: number | undefined): Date | undefined {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
