import type { OpenApiDocument, Operation } from '../read/openapi-document.ts';
import { listOperations, type OperationEntry } from './operations.ts';
import { fillTemplate } from './path-template.ts';

/** The addresses of an API, as the document shows them. */
export interface Addresses {
  /** Path of the API, without a slash at the end. */
  readonly basePath: string;
  /** Path of the token endpoint. */
  readonly tokenPath: string;
  readonly audience?: string;
  /** Names of the rate-limit header fields: limit, remaining, reset. */
  readonly rateLimitHeaders: readonly string[];
}

/** How a call of an operation is authorized. */
export interface OperationAccess {
  /** Whether a call needs a bearer token of the token endpoint. */
  readonly needsToken: boolean;
  /** Alternative lists of scopes: a token needs all scopes of one list. `null` if the document shows no scopes. */
  readonly scopes: readonly (readonly string[])[] | null;
}

/** The fields of a security scheme that describe how a call is authorized: OpenAPI 3.1, 4.8.27. */
interface Scheme {
  readonly type: string;
  readonly scheme?: string;
  readonly flows?: Readonly<Record<string, { readonly scopes?: object; readonly tokenUrl?: string }>>;
}

/** Path of the token endpoint if the document has no client credentials flow. */
const DEFAULT_TOKEN_PATH = '/oauth/token';

const schemesOf = ({ components }: OpenApiDocument): Readonly<Record<string, Scheme>> =>
  components?.securitySchemes ?? {};

/** Returns the client credentials flows of a document. */
export const clientCredentialsOf = ({ components }: OpenApiDocument) =>
  Object.values(components?.securitySchemes ?? {}).flatMap(({ flows }) => flows?.clientCredentials ?? []);

/** Returns all scopes that the security schemes of a document declare. */
export const declaredScopes = (document: OpenApiDocument): string[] => [
  ...new Set(
    Object.values(schemesOf(document)).flatMap(({ flows = {} }) =>
      Object.values(flows).flatMap(({ scopes = {} }) => Object.keys(scopes)),
    ),
  ),
];

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

/** A server of the document: OpenAPI 3.1, 4.8.5. */
interface Server {
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default?: string }>>;
}

/** Returns the path of a server URL, with the default of each variable. */
function pathOf({ url = '', variables = {} }: Partial<Server> = {}): string {
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

/** Returns whether a call of an operation needs a token, and which scopes the token needs. */
export function accessOf(document: OpenApiDocument, { operation }: OperationEntry): OperationAccess {
  const scopes = requiredScopes(document, operation);
  const schemes = schemesOf(document);
  const alternatives = operation.security ?? document.security ?? [];
  const schemeNames = alternatives.map((alternative) => Object.keys(alternative));
  const needsToken = schemeNames.some((names) => names.some((name) => isBearer(schemes[name])));
  return {
    // The client and the sandbox know no other credentials, so they ignore an alternative such as an API key.
    needsToken: needsToken && schemeNames.every((names) => names.length > 0),
    scopes: scopes?.some((list) => list.length === 0) ? [] : scopes,
  };
}

/** Whether a security scheme needs a bearer token. */
export const isBearer = ({ type, scheme }: Partial<Scheme> = {}): boolean =>
  type === 'oauth2' || type === 'openIdConnect' || scheme?.toLowerCase() === 'bearer';

/** Types of security schemes whose lists in a requirement contain roles, not scopes (OpenAPI 3.1, 4.8.30). */
const SCHEMES_WITHOUT_SCOPES = ['http', 'apiKey', 'mutualTLS'];

/**
 * Lists the scopes that an operation requires: a token needs all scopes of at least one list.
 *
 * Each list is one alternative of `security`. An empty list is the alternative `{}`, which needs no token. An
 * alternative without scopes adds no list, because it does not state which scopes a token needs.
 *
 * @returns `null` if the document does not show the scopes.
 */
export function requiredScopes(
  { security = [], components }: Pick<OpenApiDocument, 'security' | 'components'>,
  operation: Operation,
): string[][] | null {
  const requirements = operation.security ?? security;
  if (requirements.length === 0) return [[]];
  const alternatives = requirements.flatMap((requirement) => {
    const schemes = Object.entries(requirement ?? {});
    const scopes = schemes.flatMap(([name, listed]) =>
      SCHEMES_WITHOUT_SCOPES.includes(components?.securitySchemes?.[name]?.type ?? '') ? [] : listed,
    );
    return schemes.length === 0 || scopes.length > 0 ? [[...new Set(scopes)]] : [];
  });
  const distinct = new Map(alternatives.map((scopes) => [scopes.toSorted().join(' '), scopes]));
  return distinct.size > 0 ? [...distinct.values()] : null;
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

/** Returns the parts of a document that a client needs at run time. */
export function clientDefaults(document: OpenApiDocument): ClientDefaults {
  const url = document.servers?.[0]?.url ?? '';
  const [flow] = clientCredentialsOf(document);
  return {
    serverUrl: /^https:\/\/\{[^{}]+\}(\/[^{}]*)?$/.test(url) ? url : undefined,
    tokenUrl: flow?.tokenUrl,
    audience: flow?.['x-form-parameters']?.['audience'],
  };
}
