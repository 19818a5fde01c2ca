import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { fillTemplate, parameterNames } from 'tools-document';
import { sandboxOperations } from '../document-facts.js';
import type { AccessTokens } from '../token/access-token.js';
import type { createTokenEndpoint } from '../token/token-endpoint.js';
import type { createApi } from './api.js';
import { preflightHeaders } from './cors.js';
import { MAX_BODY_BYTES, readLimitedText } from './limited-text.js';
import type { createRequestHandler, SandboxContext } from './request-handler.js';
import { apiFailure, type SandboxResponse } from './response.js';

const ANY_PATH = '/*';

/** Options of `createRoutes`. */
export interface RoutesOptions {
  readonly handleRequest: ReturnType<typeof createRequestHandler>;
  readonly admitCall: ReturnType<typeof createApi>;
  readonly handleTokenRequest: ReturnType<typeof createTokenEndpoint>;
  readonly tokens: AccessTokens;
  /** Path of the API: `/api/v2`. */
  readonly basePath: string;
  /** Path of the token endpoint. The endpoint is also available without the trailing slash. */
  readonly tokenPath: string;
  readonly jwksPath: string;
}

/** Creates the routes of a sandbox. The routes of the API are read from the document. */
export function createRoutes(options: RoutesOptions): Hono<{ Bindings: HttpBindings }> {
  const { handleRequest, admitCall, handleTokenRequest, tokens, basePath, tokenPath, jwksPath } = options;
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.options(ANY_PATH, (call, next) => {
    const headers = preflightHeaders(call.req.raw.headers);
    return headers === undefined
      ? next()
      : handleRequest(call, undefined, async () => ({ response: { status: 204, headers } }));
  });
  const methodsOf = new Map<string, string[]>();
  const serve = (method: string, path: string, handle: (call: SandboxContext) => Promise<Response>) => {
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
    routes.on(method, path, handle);
  };
  // Literal segments come first: `/users/me` is not the user "me" (OpenAPI 3.1, Paths Object).
  const ranked = sandboxOperations.map((operation) => ({ operation, rank: rankOf(operation.path) }));
  for (const { operation } of ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1))) {
    const names = parameterNames(operation.path);
    // A name in the document can have any character, so the parameters of the route have names such as `p0`.
    const route = fillTemplate(operation.path, (name) => `:p${names.indexOf(name)}`);
    serve(operation.method, basePath + route, (call) => {
      const path = Object.fromEntries(names.map((name, index) => [name, call.req.param(`p${index}`) ?? '']));
      const admit = ({ searchParams }: URL) =>
        admitCall(operation, {
          authorization: call.req.header('Authorization'),
          query: searchParams,
          path,
          header: (name) => call.req.header(name),
          contentType: call.req.header('Content-Type'),
          text: () => readLimitedText(call.req.raw.body, MAX_BODY_BYTES),
        });
      return handleRequest(call, operation.id, admit, path);
    });
  }
  for (const path of new Set([tokenPath, tokenPath.replace(/\/$/, '')])) {
    serve('POST', path, (call) =>
      handleRequest(call, 'token', async () => ({
        respond: () =>
          handleTokenRequest({
            authorization: call.req.header('Authorization'),
            contentType: call.req.header('Content-Type'),
            body: call.req.raw.body,
          }),
      })),
    );
  }
  serve('GET', jwksPath, (call) =>
    handleRequest(call, undefined, async () => ({ response: { status: 200, body: await tokens.jwks() } })),
  );
  for (const [path, allowed] of methodsOf) {
    routes.all(path, (call) =>
      handleRequest(call, undefined, async () => ({ response: notAllowed(call.req.method, allowed) })),
    );
  }
  routes.all(ANY_PATH, (call) =>
    handleRequest(call, undefined, async () => ({
      response: apiFailure({ status: 404, message: `No such path: ${call.req.method} ${call.req.path}` }),
    })),
  );
  return routes;
}

/** Returns a key that sorts literal segments of a path before parameters at the same position. */
const rankOf = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.includes('{') ? 1 : 0))
    .join('');

/** Creates the 405 response for a method that the path does not support: RFC 9110 section 15.5.6. */
const notAllowed = (method: string, allowed: readonly string[]): SandboxResponse =>
  apiFailure({ status: 405, message: `${method} is not allowed for this path` }, {}, { Allow: allowed.join(', ') });
