import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../scripts/process/listen.ts';
import { PROFILE } from '../peers/fixture.ts';

/** A local server with a token endpoint and an API. The server counts token requests. */
export interface TenantServer {
  readonly origin: string;
  /** Number of token requests received so far. */
  tokenRequests: number;
  /** Makes the API return 401 for all tokens issued so far. */
  revoke(): void;
  close(): void;
}

export interface TenantServerOptions {
  /** `expires_in` of each token, in seconds. */
  readonly lifetime: number;
  /** Number of token requests that get 429 before the first success. */
  readonly rateLimitedRequests?: number;
}

/** Starts the server on a free port. */
export async function startTenantServer({
  lifetime,
  rateLimitedRequests = 0,
}: TenantServerOptions): Promise<TenantServer> {
  let revoked = 0;
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const json = (status: number, body: object, headers = {}) =>
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
    if (request.url?.startsWith('/oauth/token')) {
      tenant.tokenRequests += 1;
      if (tenant.tokenRequests <= rateLimitedRequests)
        return json(429, { error: 'too_many_requests' }, { 'Retry-After': '1' });
      return json(200, { access_token: `token-${tenant.tokenRequests}`, expires_in: lifetime, token_type: 'Bearer' });
    }
    const number = Number(/^Bearer token-(\d+)$/.exec(request.headers.authorization ?? '')?.[1] ?? 0);
    return number > revoked ? json(200, PROFILE) : json(401, { message: 'Invalid token' });
  };
  const server = createServer(respond);
  const origin = await listen(server);
  const tenant: TenantServer = {
    origin,
    tokenRequests: 0,
    revoke: () => {
      revoked = tenant.tokenRequests;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return tenant;
}
