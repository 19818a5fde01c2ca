import type { Fetch } from '../../src/index.js';
import { createResponse, type SentRequest } from './scripted-fetch.js';

/**
 * Creates the `fetch` of a tenant; it accepts any number of requests.
 *
 * @param tokenEndpoint Responds to the nth token request.
 * @param apiStatus Returns the status with which the API responds to an access token.
 */
export function tenantFetch(
  tokenEndpoint: (nth: number, sent: Pick<SentRequest, 'signal'>) => Promise<Response> | Response,
  apiStatus: (token: string) => number,
): { fetch: Fetch; counts: { token: number; api: number } } {
  const counts = { token: 0, api: 0 };
  const fetch: Fetch = async (request, { signal }) => {
    if (new URL(request.url).pathname === '/oauth/token/') {
      counts.token += 1;
      return tokenEndpoint(counts.token, { signal });
    }
    counts.api += 1;
    return createResponse(apiStatus(request.headers.get('Authorization')?.slice('Bearer '.length) ?? ''));
  };
  return { fetch, counts };
}
