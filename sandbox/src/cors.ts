import { rateLimitHeaders } from './document.js';

/** Header fields that let scripts of every origin read a response: https://fetch.spec.whatwg.org/#http-cors-protocol */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': ['Date', 'Retry-After', ...rateLimitHeaders].join(', '),
};

/** Header fields of the response to a preflight request; `undefined` if an OPTIONS request is not a preflight request. */
export function preflightHeaders(requested: Headers): Record<string, string> | undefined {
  const requestedMethod = requested.get('Access-Control-Request-Method');
  if (requestedMethod === null) return undefined;
  const names = requested.get('Access-Control-Request-Headers');
  return {
    'Access-Control-Allow-Methods': requestedMethod,
    // Named one by one: `*` does not include Authorization.
    ...(names === null ? {} : { 'Access-Control-Allow-Headers': names }),
  };
}
