/** The HTTP methods of OpenAPI operations, except TRACE: `fetch` cannot send a TRACE request. */
export const METHODS = ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'POST', 'PATCH'] as const;
