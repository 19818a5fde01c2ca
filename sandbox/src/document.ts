import { document } from '../../openapi/management.yaml';
import { catalogue } from '../../src/generated/catalogue.js';
import type { components } from '../../src/generated/management.js';

/** What is read of an operation in the document. */
export interface DocumentOperation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly example?: string }[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: object;
        readonly content?: Readonly<
          Record<string, { readonly examples?: Readonly<Record<string, { readonly value: object }>> }>
        >;
      }
    >
  >;
}

/** A token exchange profile, stored under its `id`. It can have fields that the document does not list. */
export type Profile = components['schemas']['TokenExchangeProfile'] & { id: string; [field: string]: unknown };

/** Operation id of an operation of the document. */
export type OperationId = keyof typeof catalogue;

/** An operation of the document, and what a token needs for it. */
export interface SandboxOperation {
  readonly id: OperationId;
  readonly method: string;
  /** Path template, below the base path. */
  readonly path: string;
  /** Scopes that a token needs. */
  readonly scopes: readonly string[];
  /** Whether the document does not show them, so that they were made by the naming rule. */
  readonly isScopeAssumed: boolean;
}

/** The action that the document's naming rule for scopes has for a method. */
const ACTIONS: Readonly<Record<string, string>> = {
  GET: 'read',
  DELETE: 'delete',
  POST: 'create',
  PATCH: 'update',
  PUT: 'update',
};

/** Every scope that the document declares. */
export const declaredScopes: readonly string[] = Object.keys(
  document.components.securitySchemes.oAuth2ClientCredentials.flows.clientCredentials.scopes,
);

/** Every operation of the document. */
export const sandboxOperations: readonly SandboxOperation[] = Object.entries(catalogue).map(([id, entry]) => {
  const { method, path, scopes } = entry;
  const assumed = `${ACTIONS[method]}:${path
    .replaceAll(/\/\{[^}]+\}/g, '')
    .slice(1)
    .replaceAll(/\W/g, '_')}`;
  return {
    // Object.entries widens the keys of the catalogue to strings.
    id: id as OperationId,
    method,
    path,
    // A scope that the document does not declare is none that a token could be granted.
    // Each operation of the document has one list of scopes at most.
    scopes: scopes?.[0] ?? declaredScopes.filter((scope) => scope === assumed),
    isScopeAssumed: scopes === null,
  };
});

const documentOperations = Object.values(document.paths).flatMap((item) => Object.values(item));
const operationOf = (id: OperationId) => documentOperations.find(({ operationId }) => operationId === id);

/** Names of the rate limit header fields, in the document's order: limit, remaining, reset. */
export const rateLimitHeaders: readonly string[] = Object.keys(
  operationOf('get_token-exchange-profiles_by_id')?.responses['429']?.headers ?? {},
);

/** The profile of the document's example. */
export function exampleProfile(): Profile {
  const { content } = operationOf('get_token-exchange-profiles_by_id')?.responses['200'] ?? {};
  const [example] = Object.values(content?.['application/json']?.examples ?? {});
  // Lint holds the example against the schema, and it has an id.
  return structuredClone(example?.value) as Profile;
}

/** The enrollment of the document's example; its fields are not shown. */
export function exampleEnrollment(): { id: string } {
  const parameter = operationOf('delete_guardian_enrollments_by_id')?.parameters.find(({ name }) => name === 'id');
  return { id: parameter?.example ?? '' };
}
