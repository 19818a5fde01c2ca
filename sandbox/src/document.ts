import { document } from '../../openapi/management.yaml';
import { catalogue } from '../../src/generated/catalogue.js';
import type { components } from '../../src/generated/management.js';
import { behavior } from './behavior.js';
import type { Behavior } from './behavior-schema.js';

/** The fields that the sandbox reads from an operation of the document. */
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

/** The id of an operation in the OpenAPI document, such as `delete_guardian_enrollments_by_id`. */
export type OperationId = keyof typeof catalogue;

/** An operation of the document. The behavior file adds what the document does not show. */
export interface SandboxOperation {
  readonly id: OperationId;
  readonly method: string;
  /** Path template, below the base path. */
  readonly path: string;
  /** Alternative lists of scopes: a token needs all scopes of at least one list. */
  readonly scopes: readonly (readonly string[])[];
  /** Whether the scopes come from the behavior file because the document does not show them. */
  readonly isScopeAssumed: boolean;
  /** The collection of the item that the path identifies; `undefined` if the sandbox does not have that collection. */
  readonly collection: keyof Behavior['aliases'] | undefined;
  readonly success: { readonly status: number };
  readonly missing: { readonly status: number; readonly message?: string; readonly errorCode?: string };
}

/** All scopes that the document declares. */
export const declaredScopes: readonly string[] = Object.keys(
  document.components.securitySchemes.oAuth2ClientCredentials.flows.clientCredentials.scopes,
);

/** All operations of the document. */
export const sandboxOperations: readonly SandboxOperation[] = Object.entries(catalogue).map(([id, entry]) => {
  const { method, path, scopes } = entry;
  const assumed = behavior.operations[id] ?? {};
  return {
    // Object.entries widens the keys of the catalogue to strings.
    id: id as OperationId,
    method,
    path,
    scopes: scopes ?? assumed.scopes?.any.map((scope) => [scope]) ?? [],
    isScopeAssumed: scopes === null,
    collection: aliasOf(/^\/(.+)\/\{[^}/]+\}$/.exec(path)?.[1]),
    success: assumed.success ?? { status: method === 'DELETE' ? 204 : 200 },
    missing: assumed.missing ?? { status: 404 },
  };
});

function aliasOf(collection: string | undefined): SandboxOperation['collection'] {
  const { profiles, enrollments } = behavior.aliases;
  if (collection === profiles) return 'profiles';
  return collection === enrollments ? 'enrollments' : undefined;
}

const documentOperations = Object.values(document.paths).flatMap((item) => Object.values(item));
const operationOf = (id: OperationId) => documentOperations.find(({ operationId }) => operationId === id);

/** Names of the rate-limit header fields, in the document's order: limit, remaining, reset. */
export const rateLimitHeaders: readonly string[] = Object.keys(
  operationOf('get_token-exchange-profiles_by_id')?.responses['429']?.headers ?? {},
);

/** Returns a copy of the document's example of a profile. */
export function exampleProfile(): Profile {
  const { content } = operationOf('get_token-exchange-profiles_by_id')?.responses['200'] ?? {};
  const [example] = Object.values(content?.['application/json']?.examples ?? {});
  // The cast is safe: lint checks the example against the schema, and the example has an id.
  return structuredClone(example?.value) as Profile;
}

/** Returns an enrollment that has only the document's example of an id, because the document shows no other field. */
export function exampleEnrollment(): { id: string } {
  const parameter = operationOf('delete_guardian_enrollments_by_id')?.parameters.find(({ name }) => name === 'id');
  return { id: parameter?.example ?? '' };
}
