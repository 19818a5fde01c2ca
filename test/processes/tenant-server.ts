import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../support/loopback.ts';

/** Token requests that the endpoint answers in one second; what comes above is refused. */
const TOKENS_PER_SECOND = 30;

/** A tenant in this process, for clients in others. */
export interface TenantServer {
  readonly baseUrl: string;
  /** Status of each token request so far. */
  readonly tokenRequests: readonly number[];
}

/** Starts a tenant on a free port; it ends with the test. */
export async function startTenant(): Promise<TenantServer> {
  const tokenRequests: number[] = [];
  let second = 0;
  let inThisSecond = 0;

  function answerTokenRequest(response: ServerResponse): void {
    const now = Math.floor(Date.now() / 1000);
    inThisSecond = now === second ? inThisSecond + 1 : 1;
    second = now;
    const status = inThisSecond > TOKENS_PER_SECOND ? 429 : 200;
    tokenRequests.push(status);
    if (status === 429) response.writeHead(429, { 'Retry-After': '1' }).end('{"error":"too_many_requests"}');
    else
      response.end(
        JSON.stringify({ access_token: `token-${tokenRequests.length}`, token_type: 'Bearer', expires_in: 3600 }),
      );
  }

  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.url === '/oauth/token/') answerTokenRequest(response);
    else if (/^Bearer token-\d+$/.test(request.headers.authorization ?? '')) response.end('{"name":"Partner tokens"}');
    else response.writeHead(401).end();
  });
  return { baseUrl: await listen(server), tokenRequests };
}
