import { type OperationId, rateLimitHeaders, servedOperations } from '../document.js';

/**
 * Header fields that allow scripts from any origin to read a response.
 *
 * Source: {@link https://fetch.spec.whatwg.org/#http-cors-protocol | Fetch standard, CORS protocol}.
 */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': ['Date', 'Retry-After', 'Deprecation', 'Sunset', 'Link', ...rateLimitHeaders].join(
    ', ',
  ),
};

/** Returns the header fields of the response to a CORS preflight request; `undefined` for any other OPTIONS request. */
export function preflightHeaders(requested: Headers): Record<string, string> | undefined {
  const requestedMethod = requested.get('Access-Control-Request-Method');
  if (requestedMethod === null) return undefined;
  const names = requested.get('Access-Control-Request-Headers');
  return {
    'Access-Control-Allow-Methods': requestedMethod,
    // Return the requested names, because `*` does not include Authorization.
    ...(names === null ? {} : { 'Access-Control-Allow-Headers': names }),
  };
}

/** The deprecation of an operation. At least one of the two times is set. */
export interface Deprecation {
  /**
   * Time from which the operation is deprecated, sent in `Deprecation`
   * ({@link https://www.rfc-editor.org/rfc/rfc9745 | RFC 9745}): a `Date`, or text in the format of RFC 3339.
   */
  readonly deprecatedAt?: string | Date;
  /**
   * Time from which the operation is expected to fail, sent in `Sunset`
   * ({@link https://www.rfc-editor.org/rfc/rfc8594 | RFC 8594}).
   */
  readonly sunsetAt?: string | Date;
  /** URL of a page about the deprecation, sent in `Link`. */
  readonly link?: string;
}

/** The deprecations of operations, by operation id. */
export type Deprecations = Readonly<Partial<Record<OperationId, Deprecation>>>;

/**
 * Returns the header fields of all responses of the deprecated operations, by operation id.
 *
 * @param deprecations The option of `startSandbox`, which overrides the behavior file.
 * @param assume Whether the behavior file applies.
 */
export function deprecationHeaders(
  deprecations: Deprecations,
  assume: boolean,
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  return new Map(
    servedOperations.flatMap(({ id, assumed }): [string, Record<string, string>][] => {
      const deprecation = deprecations[id] ?? (assume ? assumed.deprecation : undefined);
      return deprecation === undefined ? [] : [[id, headersOf(deprecation)]];
    }),
  );
}

function headersOf({ deprecatedAt, sunsetAt, link }: Deprecation): Record<string, string> {
  const relation = deprecatedAt === undefined ? 'sunset' : 'deprecation';
  return {
    ...(deprecatedAt !== undefined && { Deprecation: `@${Math.floor(new Date(deprecatedAt).getTime() / 1000)}` }),
    ...(sunsetAt !== undefined && { Sunset: new Date(sunsetAt).toUTCString() }),
    ...(link !== undefined && { Link: `<${link}>; rel="${relation}"` }),
  };
}
