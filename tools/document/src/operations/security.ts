import type { OpenApiDocument, OperationObject } from '../model/openapi-document.ts';
import type { OperationEntry } from './operations.ts';

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

const schemesOf = ({ components }: OpenApiDocument): Readonly<Record<string, Scheme>> =>
  components?.securitySchemes ?? {};

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
  operation: OperationObject,
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
