/** The deprecation of an operation, as the header fields of a response describe it. */
export interface OperationDeprecation {
  /** HTTP method of the operation. */
  readonly method: string;
  /** Path template of the operation. */
  readonly path: string;
  /**
   * The time from which the operation is deprecated, which can be in the future. Absent if the response has no valid
   * `Deprecation` header field.
   *
   * Source: {@link https://www.rfc-editor.org/rfc/rfc9745#section-2 | RFC 9745 section 2}.
   */
  readonly deprecatedAt?: Date;
  /**
   * The time from which the operation is expected to fail. Absent if the response has no valid `Sunset` header field.
   *
   * Source: {@link https://www.rfc-editor.org/rfc/rfc8594#section-3 | RFC 8594 section 3}.
   */
  readonly sunsetAt?: Date;
  /**
   * URL of a page about the deprecation, or about the sunset if the response has no link to a page about the deprecation.
   *
   * Source: the link relations `deprecation` of {@link https://www.rfc-editor.org/rfc/rfc9745#section-3 | RFC 9745
   * section 3} and `sunset` of {@link https://www.rfc-editor.org/rfc/rfc8594#section-6 | RFC 8594 section 6}.
   */
  readonly link?: string;
}
