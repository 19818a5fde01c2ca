import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROFILE } from '../peers/profile.ts';

/** A tenant on loopback that counts its token requests. */
export interface Tenant {
  readonly origin: string;
  /** Token requests so far. */
  tokenRequests: number;
  /** From now on the API refuses the tokens that were issued until now. */
  revoke(): void;
  close(): void;
}

export interface TenantOptions {
  /** `expires_in` of each token, in seconds. */
  readonly lifetime: number;
  /** How many token requests are refused with 429 before the first is served. */
  readonly refusals?: number;
}

/** Starts a tenant with a token endpoint and an API on a free port. */
export async function startTenant({ lifetime, refusals = 0 }: TenantOptions): Promise<Tenant> {
  let revoked = 0;
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const json = (status: number, body: object, headers = {}) =>
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
    if (request.url?.startsWith('/oauth/token')) {
      tenant.tokenRequests += 1;
      if (tenant.tokenRequests <= refusals) return json(429, { error: 'too_many_requests' }, { 'Retry-After': '1' });
      return json(200, { access_token: `token-${tenant.tokenRequests}`, expires_in: lifetime, token_type: 'Bearer' });
    }
    const number = Number(/^Bearer token-(\d+)$/.exec(request.headers.authorization ?? '')?.[1] ?? 0);
    return number > revoked ? json(200, PROFILE) : json(401, { message: 'Invalid token' });
  };
  const server = createServer(respond);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  const tenant: Tenant = {
    origin: `http://127.0.0.1:${port}`,
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
