import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { AccessTokens } from './access-token.js';
import type { createApi } from './api.js';
import { sandboxOperations } from './document.js';
import type { createExchange } from './exchange.js';
import { apiFailure, type Reply } from './reply.js';
import type { createTokenEndpoint } from './token-endpoint.js';

/** What is served, and by what. */
export interface RouteOptions {
  readonly exchange: ReturnType<typeof createExchange>;
  readonly answerCall: ReturnType<typeof createApi>;
  readonly answerTokenRequest: ReturnType<typeof createTokenEndpoint>;
  readonly tokens: AccessTokens;
  /** Path of the API: `/api/v2`. */
  readonly basePath: string;
  /** Path of the token endpoint, which is also served without its last slash. */
  readonly tokenPath: string;
  readonly jwksPath: string;
}

/** Makes the routes of a tenant; those of the API come from the document. */
export function createRoutes(options: RouteOptions): Hono<{ Bindings: HttpBindings }> {
  const { exchange, answerCall, answerTokenRequest, tokens, basePath, tokenPath, jwksPath } = options;
  const routes = new Hono<{ Bindings: HttpBindings }>();
  for (const operation of sandboxOperations) {
    routes.on(operation.method, basePath + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), (call) =>
      exchange(call, operation.id, ({ searchParams }) =>
        answerCall(operation, {
          authorization: call.req.header('Authorization'),
          query: [...searchParams.keys()],
          params: { id: call.req.param('id') ?? '' },
        }),
      ),
    );
  }
  for (const path of new Set([tokenPath, tokenPath.replace(/\/$/, '')])) {
    routes.post(path, (call) =>
      exchange(call, 'token', async () =>
        answerTokenRequest({
          authorization: call.req.header('Authorization'),
          contentType: call.req.header('Content-Type'),
          body: await call.req.text(),
        }),
      ),
    );
  }
  routes.get(jwksPath, (call) =>
    exchange(call, undefined, async () => ({ reply: { status: 200, body: await tokens.jwks() } })),
  );
  for (const path of new Set(routes.routes.map((route) => route.path))) {
    const allowed = routes.routes.filter((route) => route.path === path).map(({ method }) => method);
    routes.all(path, (call) =>
      exchange(call, undefined, async () => ({ reply: notAllowed(call.req.method, allowed) })),
    );
  }
  routes.all('*', (call) =>
    exchange(call, undefined, async () => ({
      reply: apiFailure(404, `No such path: ${call.req.method} ${call.req.path}`),
    })),
  );
  return routes;
}

/** RFC 9110 section 15.5.6. */
const notAllowed = (method: string, allowed: readonly string[]): Reply =>
  apiFailure(405, `${method} is not allowed here`, undefined, { Allow: allowed.join(', ') });
