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
