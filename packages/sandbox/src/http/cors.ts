import { rateLimitHeaders } from '../document-facts.js';

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
