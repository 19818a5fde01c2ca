import { type OpenApiDocument, type OperationEntry, operationFinder } from 'tenant-management-document';
import type { Fetch } from '../../src/index.js';

const BASIC = `Basic ${Buffer.from('any-user:any-password').toString('base64')}`;

/** A security scheme of the document. */
interface Scheme {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
}

/**
 * Returns a `fetch` function that adds the credentials that an operation needs and the client does not send.
 *
 * @param baseUrl URL of the API. Other requests do not change.
 */
export function withCredentials(document: OpenApiDocument, baseUrl: string, fetch: Fetch): Fetch {
  const find = operationFinder(document);
  return async (request, init) => {
    const [path = ''] = request.url.slice(baseUrl.length).split('?');
    const entry = request.url.startsWith(`${baseUrl}/`) ? find(request.method, path) : undefined;
    return fetch(entry === undefined ? request : await credentialed(document, entry, request), init);
  };
}

/**
 * Adds the credentials of an operation to a request: API keys, or a user name and a password. If an alternative of the
 * security needs only a bearer token, which the client sends, the request does not change.
 *
 * @returns The same request, or another request if an API key is a part of the URL.
 */
export async function credentialed(
  document: OpenApiDocument,
  { operation }: OperationEntry,
  request: Request,
): Promise<Request> {
  const { securitySchemes = {} } = document.components ?? {};
  const alternatives = (operation.security ?? document.security ?? []).map((requirement) =>
    Object.keys(requirement).map((name): Scheme | undefined => securitySchemes[name]),
  );
  const schemes =
    alternatives.find((one) => one.length > 0 && one.every(isBearer)) ??
    // A request has only one field Authorization.
    alternatives.find((one) => !(one.some(isBasic) && one.some(isBearer))) ??
    [];
  const url = new URL(request.url);
  const { headers, method, signal } = request;
  for (const scheme of schemes) {
    const { type, in: place, name = '' } = scheme ?? {};
    if (isBasic(scheme)) headers.set('Authorization', BASIC);
    if (type !== 'apiKey') continue;
    if (place === 'query') url.searchParams.set(name, 'any-key');
    else if (place === 'cookie') headers.append('Cookie', `${name}=any-key`);
    else if (!headers.has(name)) headers.set(name, 'any-key');
  }
  if (url.href === request.url) return request;
  // Read the body: Node would send a copied body without Content-Length.
  const body = request.body === null ? {} : { body: await request.arrayBuffer() };
  return new Request(url, { method, headers, signal, ...body });
}

const isBasic = (scheme: Scheme | undefined): boolean => scheme?.scheme?.toLowerCase() === 'basic';

const isBearer = (scheme: Scheme | undefined): boolean =>
  scheme?.type === 'oauth2' || scheme?.type === 'openIdConnect' || scheme?.scheme?.toLowerCase() === 'bearer';
