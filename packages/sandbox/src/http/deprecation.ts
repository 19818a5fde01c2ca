import { type OperationId, sandboxOperations } from '../document-facts.js';

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
    sandboxOperations.flatMap(({ id, assumed }): [string, Record<string, string>][] => {
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
