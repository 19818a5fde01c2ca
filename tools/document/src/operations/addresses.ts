import type { OpenApiDocument, ServerObject } from '../model/openapi-document.ts';
import { listOperations } from './operations.ts';
import { fillTemplate } from './path-template.ts';
import { clientCredentialsOf } from './security.ts';

/** The addresses of an API, as the document shows them. */
export interface Addresses {
  /** Path of the API, without a slash at the end. */
  readonly basePath: string;
  readonly tokenPath: string;
  readonly audience?: string;
  /** Names of the rate-limit header fields: limit, remaining, reset. */
  readonly rateLimitHeaders: readonly string[];
}

/** Path of the token endpoint if the document has no client credentials flow. */
const DEFAULT_TOKEN_PATH = '/oauth/token';

/** Returns the paths of the API and its token endpoint, the audience, and the names of the rate-limit header fields. */
export function addressesOf(document: OpenApiDocument): Addresses {
  const [flow] = clientCredentialsOf(document);
  const audience = flow?.['x-form-parameters']?.['audience'];
  return {
    basePath: pathOf(document.servers?.[0]).replace(/\/+$/, ''),
    tokenPath: flow === undefined ? DEFAULT_TOKEN_PATH : pathOf({ url: flow.tokenUrl }),
    ...(audience !== undefined && { audience }),
    rateLimitHeaders: rateLimitHeaders(document),
  };
}

/** Returns the path of a server URL, with the default of each variable. */
function pathOf({ url = '', variables = {} }: Partial<ServerObject> = {}): string {
  const filled = fillTemplate(url, (name) => variables[name]?.default ?? name);
  const path = filled.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '');
  return new URL(path.startsWith('/') ? path : `/${path}`, 'http://localhost').pathname;
}

const RATE_LIMIT = [/limit$/i, /remaining$/i, /reset$/i];
const DEFAULT_RATE_LIMIT = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** Returns the rate-limit header fields (limit, remaining, reset) of a documented 429 response, or the usual names. */
function rateLimitHeaders(document: OpenApiDocument): string[] {
  for (const { operation } of listOperations(document)) {
    const names = Object.keys(operation.responses?.['429']?.headers ?? {});
    const found = RATE_LIMIT.flatMap((pattern) => names.find((name) => pattern.test(name)) ?? []);
    if (found.length === RATE_LIMIT.length) return found;
  }
  return DEFAULT_RATE_LIMIT;
}

/** The parts of a document that a client needs at run time. A part is `undefined` if the document does not state it. */
export interface ClientDefaults {
  /**
   * URL of the first server if the host is the only variable in the URL. For any other URL it is `undefined`, because
   * the host does not determine the URL.
   */
  readonly serverUrl: string | undefined;
  /** Token URL of the client credentials flow. */
  readonly tokenUrl: string | undefined;
  /** The form parameter `audience` of the token request. */
  readonly audience: string | undefined;
}

export function clientDefaults(document: OpenApiDocument): ClientDefaults {
  const url = document.servers?.[0]?.url ?? '';
  const [flow] = clientCredentialsOf(document);
  return {
    serverUrl: /^https:\/\/\{[^{}]+\}(\/[^{}]*)?$/.test(url) ? url : undefined,
    tokenUrl: flow?.tokenUrl,
    audience: flow?.['x-form-parameters']?.['audience'],
  };
}
