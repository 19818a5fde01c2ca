import type { OpenApiDocument } from 'tools-document/model';
import { declaredScopes, listOperations, singularOf } from 'tools-document/operations';
import { resourceTypes } from '../../packages/sandbox/derive/resource-types.ts';

/**
 * Creates the module of the types of the sandbox's operation ids, scopes, resources and aliases.
 *
 * @param aliases Keys of resources by alias.
 */
export function sandboxTypes(document: OpenApiDocument, aliases: Readonly<Record<string, string>>): string {
  const ids = listOperations(document).map(({ id }) => id);
  const scopes = declaredScopes(document);
  const types = [...resourceTypes(document)].map(([key, { type, idField }]) => ({
    name: JSON.stringify(key),
    type,
    id: idField === undefined ? 'never' : JSON.stringify(idField),
  }));
  const entries = Object.entries(aliases);
  return `import type { paths } from '#generated/management.js';

/** The id of an operation in the OpenAPI document. */
export type OperationId =
${unionOf(ids)};

/** A scope of the OpenAPI document. If the document declares no scopes, any string is a scope. */
export type Scope =${scopes.length === 0 ? ' string' : `\n${unionOf(scopes)}`};

/** An item with its id; it can have fields that the document does not list. */
type Item<Id extends string, Fields = unknown> = Fields & { [id in Id]: string } & { [field: string]: unknown };

/** The items of each resource of the document. The key is the path without its parameters. */
export interface Resources {
${types.map(({ name, type }) => `  ${name}: ${type};`).join('\n')}
}

/** The name of the field with the id, for each resource whose items have one. */
export interface IdFields {
${types.map(({ name, id }) => `  ${name}: ${id};`).join('\n')}
}

/** The keys of resources by alias, from the behavior file. */
export interface Aliases {
${entries.map(([alias, key]) => `  ${alias}: ${JSON.stringify(key)};`).join('\n')}
}
${entries.map(([alias, key]) => aliasType(alias, key)).join('')}`;
}

const unionOf = (names: readonly string[]): string => names.map((name) => `  | ${JSON.stringify(name)}`).join('\n');

/** The type of an item, named after the alias of its collection. */
function aliasType(alias: string, key: string): string {
  const singular = singularOf(alias);
  const name = singular.charAt(0).toUpperCase() + singular.slice(1);
  return `
/** An item of \`${alias}\`. It can have fields that the document does not list. */
export type ${name} = Resources[${JSON.stringify(key)}];
`;
}
