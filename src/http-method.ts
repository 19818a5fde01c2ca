/** The HTTP methods of OpenAPI operations, except TRACE: `fetch` cannot send a TRACE request. */
export const METHODS = ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'POST', 'PATCH'] as const;
export type Method = (typeof METHODS)[number];

/** Methods that are not idempotent: RFC 9110 section 9.2.2, RFC 5789 section 2. */
const NOT_IDEMPOTENT = ['POST', 'PATCH'];

/** Whether the client may send a request again even if the server may already have performed the operation. */
export const isIdempotent = (method: string): boolean => !NOT_IDEMPOTENT.includes(method);
