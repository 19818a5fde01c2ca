import { effectiveOperation } from './assumptions.js';
import {
  basePath,
  behavior,
  audience as documentAudience,
  resources,
  servedOperations,
  tokenPath,
} from './document.js';
import type { TenantState } from './engine/call.js';
import { createFaults } from './fault/fault.js';
import { deprecationHeaders } from './http/header-fields.js';
import { spellingsOf } from './http/origin.js';
import { createRequestLog } from './http/request-log.js';
import { createRoutes } from './http/routes.js';
import { createBucket } from './http/token-bucket.js';
import type { SandboxOptions } from './options.js';
import { createAccessTokens } from './token/access-token.js';
import { createClientAuthentication } from './token/client-authentication.js';
import type { ClientMap } from './token/client-map.js';
import { createSigningKeys } from './token/signing-keys.js';
import { createTokenControl } from './token/token-control.js';

/** Creates the parts of a sandbox that serve requests, for the URLs of an origin. */
export function createTenant(options: SandboxOptions, origin: string, clients: ClientMap, state: TenantState) {
  const { clock = Date.now, latency = 0, rateLimit = behavior.api.rateLimit, onRequest } = options;
  const { assume = true, deprecations = {} } = options;
  const tokenUrl = new URL(tokenPath, origin);
  const jwksUrl = new URL('/.well-known/jwks.json', origin);
  const audience = new URL(documentAudience ?? `${basePath}/`, origin).href;
  const log = createRequestLog();
  const faults = createFaults();
  const bucket = createBucket(rateLimit, clock);
  const tokenBucket = createBucket(rateLimit && behavior.tokenEndpoint.rateLimit, clock);
  const usedAssertions = new Map<string, number>();
  const keys = createSigningKeys();
  // Start to generate the key now, so that the first token request takes less time. An API without tokens needs no key.
  if (servedOperations.some(({ needsToken }) => needsToken)) void keys.current();
  const tokens = createAccessTokens(keys, `${origin}/`, audience, clock);
  const effective = new Map(servedOperations.map((operation) => [operation, effectiveOperation(operation, assume)]));
  const routes = createRoutes({
    handling: {
      clock,
      latency,
      faults,
      log,
      bucketOf: (operation) => (operation === 'token' ? tokenBucket : bucket),
      operationHeaders: deprecationHeaders(deprecations, assume),
      onRequest,
    },
    api: {
      tokens,
      clients,
      bucket,
      engine: { resources, state, conflict: behavior.api.failures.conflict, clock, isAssumed: assume },
      effective,
    },
    tokenEndpoint: {
      authenticate: createClientAuthentication({ clients, audiences: assertionAudiences(tokenUrl), usedAssertions }),
      tokens,
      audiences: apiAudiences(audience),
      bucket: tokenBucket,
    },
    basePath,
    tokenPath: tokenUrl.pathname,
    jwksPath: jwksUrl.pathname,
  });
  return {
    urls: { baseUrl: origin + basePath, tokenUrl: tokenUrl.href, jwksUrl: jwksUrl.href },
    audience,
    routes,
    log,
    faults,
    tokenControl: createTokenControl(tokens, keys, clients),
    reset: () => {
      log.clear();
      faults.clear();
      usedAssertions.clear();
      bucket.fill();
      tokenBucket.fill();
    },
  };
}

/** Returns the accepted values of the parameter `audience` of a token request. */
const apiAudiences = (audience: string): string[] => [
  ...spellingsOf(audience),
  ...(documentAudience === undefined ? spellingsOf(audience.replace(/\/$/, '')) : [documentAudience]),
];

/** Returns the accepted values of the `aud` of a client assertion: the URLs of the tenant and of the token endpoint. */
const assertionAudiences = ({ origin, href }: URL): string[] =>
  [origin, `${origin}/`, href, href.replace(/\/$/, '')].flatMap(spellingsOf);
