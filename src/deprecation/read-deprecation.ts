import { parseHttpDate } from '../rate-limit/http-date.js';

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

/** Matches one link of the header field `Link`, with its target and its parameters: RFC 8288 section 3. */
const LINK = /<([^<>]*)>((?:[ \t]*;[ \t]*[^\s"=;,]+(?:[ \t]*=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s";,]+))?)*)/g;
/** Matches one parameter of a link that has a value: the name, the quoted value and the unquoted value. */
const PARAMETER = /;[ \t]*([^\s"=;,]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s";,]+))/g;

/**
 * Finds the target of a link in the header field `Link`. A link with the parameter `anchor` is ignored, because it is
 * about another resource.
 *
 * @param relations Relation types. The result is a link with the first relation type if there is one, otherwise a link
 *   with the second.
 * @param base URL of the response, against which a relative target is resolved.
 * @returns An absolute URL with the scheme `https:` or `http:`; `undefined` if no link matches.
 */
export function findLink(field: string | null, relations: readonly string[], base: string): string | undefined {
  const links = [...(field ?? '').matchAll(LINK)].map(([, target = '', parameters = '']) => ({
    target,
    values: valuesOf(parameters),
  }));
  for (const relation of relations) {
    for (const { target, values } of links) {
      const types = values.get('rel')?.toLowerCase().split(' ') ?? [];
      if (!types.includes(relation) || values.has('anchor') || !URL.canParse(target, base || undefined)) continue;
      const { href, protocol } = new URL(target, base || undefined);
      if (['https:', 'http:'].includes(protocol)) return href;
    }
  }
  return undefined;
}

/** Returns the values of the parameters of a link by lower-case name. If a name is repeated, its first value counts. */
function valuesOf(parameters: string) {
  const entries = [...parameters.matchAll(PARAMETER)].map(
    ([, name = '', quoted, unquoted]) => [name.toLowerCase(), quoted ?? unquoted] as const,
  );
  // A Map keeps the last entry of a name.
  return new Map(entries.reverse());
}

/** The deprecation of an operation: the valid header fields of a response. */
export interface OperationDeprecation {
  /** HTTP method of the operation. */
  readonly method: string;
  /** Path template of the operation. */
  readonly path: string;
  /**
   * Time from which the operation is deprecated, from `Deprecation`
   * ({@link https://www.rfc-editor.org/rfc/rfc9745#section-2 | RFC 9745 section 2}).
   */
  readonly deprecatedAt?: Date;
  /**
   * Time from which the operation is expected to fail, from `Sunset`
   * ({@link https://www.rfc-editor.org/rfc/rfc8594#section-3 | RFC 8594 section 3}).
   */
  readonly sunsetAt?: Date;
  /**
   * URL of a page about the deprecation, or else about the sunset: the link relations `deprecation` of
   * {@link https://www.rfc-editor.org/rfc/rfc9745#section-3 | RFC 9745 section 3} and `sunset` of
   * {@link https://www.rfc-editor.org/rfc/rfc8594#section-6 | RFC 8594 section 6}.
   */
  readonly link?: string;
}
