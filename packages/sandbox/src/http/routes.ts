import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { fillTemplate, parameterNames } from 'tools-document/operations';
import { servedOperations } from '../document.js';
import { apiFailure, type SandboxResponse } from '../response.js';
import { respondToTokenRequest, type TokenEndpoint } from '../token/token-endpoint.js';
import { admitCall, type ServedApi } from './api.js';
import { preflightHeaders } from './header-fields.js';
import { MAX_BODY_BYTES, readLimitedText } from './request-body.js';
import { type Handling, handleRequest, type SandboxContext } from './request-handler.js';

const ANY_PATH = '/*';

type Routes = Hono<{ Bindings: HttpBindings }>;

export interface RoutesOptions {
  readonly handling: Handling;
  readonly api: ServedApi;
  readonly tokenEndpoint: TokenEndpoint;
  /** Path of the API: `/api/v2`. */
  readonly basePath: string;
  /** Path of the token endpoint. The endpoint is also available without the trailing slash. */
  readonly tokenPath: string;
  readonly jwksPath: string;
}

type ServeRoute = (method: string, path: string, handle: (call: SandboxContext) => Promise<Response>) => void;

/** Creates the routes of a sandbox. The routes of the API are read from the document. */
export function createRoutes(options: RoutesOptions): Routes {
  const { handling, api, tokenEndpoint, tokenPath, jwksPath } = options;
  const routes: Routes = new Hono();
  const respond = (call: SandboxContext, response: SandboxResponse) =>
    handleRequest(handling, call, undefined, async () => ({ response }));
  routes.options(ANY_PATH, (call, next) => {
    const headers = preflightHeaders(call.req.raw.headers);
    return headers === undefined ? next() : respond(call, { status: 204, headers });
  });
  const methodsOf = new Map<string, string[]>();
  const serve: ServeRoute = (method, path, handle) => {
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
    routes.on(method, path, handle);
  };
  serveOperations(serve, options);
  for (const path of new Set([tokenPath, tokenPath.replace(/\/$/, '')])) {
    serve('POST', path, (call) =>
      handleRequest(handling, call, 'token', async () => ({
        respond: () =>
          respondToTokenRequest(tokenEndpoint, {
            authorization: call.req.header('Authorization'),
            contentType: call.req.header('Content-Type'),
            body: call.req.raw.body,
          }),
      })),
    );
  }
  serve('GET', jwksPath, (call) =>
    handleRequest(handling, call, undefined, async () => ({
      response: { status: 200, body: await api.tokens.jwks() },
    })),
  );
  for (const [path, allowed] of methodsOf)
    routes.all(path, (call) => respond(call, notAllowed(call.req.method, allowed)));
  routes.all(ANY_PATH, (call) =>
    respond(call, apiFailure({ status: 404, message: `No such path: ${call.req.method} ${call.req.path}` })),
  );
  return routes;
}

/** Serves the operations, literal segments first: `/users/me` is not the user "me" (OpenAPI 3.1, Paths Object). */
function serveOperations(serve: ServeRoute, { handling, api, basePath }: RoutesOptions): void {
  const ranked = servedOperations.map((operation) => ({ operation, rank: rankOf(operation.path) }));
  for (const { operation } of ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1))) {
    const names = parameterNames(operation.path);
    // A name in the document can have any character, so the parameters of the route have names such as `p0`.
    const route = fillTemplate(operation.path, (name) => `:p${names.indexOf(name)}`);
    serve(operation.method, basePath + route, (call) => {
      const path = Object.fromEntries(names.map((name, index) => [name, call.req.param(`p${index}`) ?? '']));
      const admit = ({ searchParams }: URL) =>
        admitCall(api, operation, {
          authorization: call.req.header('Authorization'),
          query: searchParams,
          path,
          header: (name) => call.req.header(name),
          contentType: call.req.header('Content-Type'),
          text: () => readLimitedText(call.req.raw.body, MAX_BODY_BYTES),
        });
      return handleRequest(handling, call, operation.id, admit, path);
    });
  }
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
