import {
  listOperations,
  type OpenApiDocument,
  type Operation,
  type OperationEntry,
  requiredScopes,
} from './document.ts';
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
  /**
   * The credentials that a call needs: a token of the token endpoint, any bearer token if the document has no client
   * credentials flow, any user name and password of HTTP basic authentication, or none.
   */
  readonly access: 'issued' | 'any' | 'basic' | 'none';
  /** Alternative lists of scopes: a token needs all scopes of one list. `null` if the document shows no scopes. */
  readonly scopes: readonly (readonly string[])[] | null;
}

/** The fields of a security scheme that describe how a call is authorized: OpenAPI 3.1, 4.8.27. */
interface Scheme {
  readonly type: string;
  readonly scheme?: string;
  /** Location of an API key, such as `header`. `name` is then the name of the header field. */
  readonly in?: string;
  readonly name?: string;
  readonly flows?: Readonly<Record<string, { readonly scopes?: object; readonly tokenUrl?: string }>>;
}

/** Path of the token endpoint if the document has no client credentials flow. */
const DEFAULT_TOKEN_PATH = '/oauth/token';

const schemesOf = ({ components }: OpenApiDocument): Readonly<Record<string, Scheme>> =>
  components?.securitySchemes ?? {};

const clientCredentialsOf = (document: OpenApiDocument) =>
  Object.values(document.components?.securitySchemes ?? {}).flatMap(({ flows }) => flows?.clientCredentials ?? []);

/** Returns all scopes that the security schemes of a document declare. */
export const declaredScopes = (document: OpenApiDocument): string[] => [
  ...new Set(
    Object.values(schemesOf(document)).flatMap(({ flows = {} }) =>
      Object.values(flows).flatMap(({ scopes = {} }) => Object.keys(scopes)),
    ),
  ),
];

/** Lower-case names of the header fields that contain an API key. */
export const apiKeyHeaders = (document: OpenApiDocument): string[] =>
  apiKeysIn(document, 'header').map((name) => name.toLowerCase());

/** Names of the query parameters that contain an API key. */
export const apiKeyParameters = (document: OpenApiDocument): string[] => apiKeysIn(document, 'query');

const apiKeysIn = (document: OpenApiDocument, wanted: string): string[] =>
  Object.values(schemesOf(document)).flatMap(({ type, in: place, name }) =>
    type === 'apiKey' && place === wanted && name !== undefined ? [name] : [],
  );

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

/** Returns which token and which scopes a call of an operation needs. */
export function accessOf(document: OpenApiDocument, { operation }: OperationEntry): OperationAccess {
  const scopes = requiredScopes(document, operation);
  const lists = scopes?.some((list) => list.length === 0) ? [] : scopes;
  return { access: tokenOf(document, operation), scopes: lists };
}

function tokenOf(document: OpenApiDocument, operation: Operation): OperationAccess['access'] {
  const schemes = schemesOf(document);
  const alternatives = operation.security ?? document.security ?? [];
  const isScheme = (name: string, scheme: string) =>
    schemes[name]?.type === 'http' && schemes[name].scheme?.toLowerCase() === scheme;
  const isBearer = (name: string) =>
    ['oauth2', 'openIdConnect'].includes(schemes[name]?.type ?? '') || isScheme(name, 'bearer');
  const all = (isChecked: (name: string) => boolean) =>
    alternatives.length > 0 && alternatives.every((one) => Object.keys(one).some(isChecked));
  // The sandbox can check only bearer tokens and HTTP basic authentication. If an operation accepts a call without
  // them, for example with an API key, the sandbox requires no credentials.
  if (all(isBearer)) return clientCredentialsOf(document).length > 0 ? 'issued' : 'any';
  return all((name) => isScheme(name, 'basic')) ? 'basic' : 'none';
}
