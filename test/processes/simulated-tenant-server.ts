import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../support/loopback.ts';

/** A tenant that runs in this process and serves clients in other processes. */
export interface FleetTenant {
  readonly baseUrl: string;
  /** Status of each token response so far. */
  readonly tokenRequests: readonly number[];
}

/**
 * Starts a tenant on a free port. The tenant is stopped when the test ends.
 *
 * @param tokensPerSecond Rate limit of the token endpoint. The endpoint responds with 429 to requests above the limit.
 */
export async function startTenant(tokensPerSecond = Number.POSITIVE_INFINITY): Promise<FleetTenant> {
  const tokenRequests: number[] = [];
  let second = 0;
  let inThisSecond = 0;

  function respondWithToken(response: ServerResponse): void {
    const now = Math.floor(Date.now() / 1000);
    inThisSecond = now === second ? inThisSecond + 1 : 1;
    second = now;
    const status = inThisSecond > tokensPerSecond ? 429 : 200;
    tokenRequests.push(status);
    if (status === 429) response.writeHead(429, { 'Retry-After': '1' }).end('{"error":"too_many_requests"}');
    else
      response.end(
        JSON.stringify({ access_token: `token-${tokenRequests.length}`, token_type: 'Bearer', expires_in: 3600 }),
      );
  }

  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.url === '/oauth/token/') respondWithToken(response);
    else if (/^Bearer token-\d+$/.test(request.headers.authorization ?? '')) response.end('{"name":"Partner tokens"}');
    else response.writeHead(401).end();
  });
  return { baseUrl: await listen(server), tokenRequests };
}
