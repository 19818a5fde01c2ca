import {
  type DerivedOperation,
  deriveOperations,
  describingOperations,
  itemSchema,
  type OpenApiDocument,
  propertiesOf,
  singularOf,
} from 'tenant-management-document';

/**
 * Creates the module of the types of the sandbox's resources and aliases.
 *
 * @param aliases Keys of resources by alias.
 */
export function resourceTypes(document: OpenApiDocument, aliases: Readonly<Record<string, string>>): string {
  const all = deriveOperations(document);
  const ids = all.map(({ id }) => id);
  const operations = all.filter(({ resource }) => resource !== undefined);
  const keys = [...new Set(operations.flatMap(({ resource }) => resource ?? []))];
  const members = keys.map((key) => {
    const own = operations.filter(({ resource }) => resource === key);
    return `  ${JSON.stringify(key)}: ${typeOfResource(document, own)};`;
  });
  const entries = Object.entries(aliases);
  return `import type { paths } from '../../../../src/generated/management.js';

/** The id of an operation in the OpenAPI document. */
export type OperationId =
${ids.map((id) => `  | ${JSON.stringify(id)}`).join('\n')};

/** An item with its id; it can have fields that the document does not list. */
type Item<Id extends string, Fields = unknown> = Fields & { [id in Id]: string } & { [field: string]: unknown };

/** The items of each resource of the document. The key is the path without its parameters. */
export interface Resources {
${members.join('\n')}
}

/** The keys of resources by alias, from the behavior file. */
export interface Aliases {
${entries.map(([alias, key]) => `  ${alias}: ${JSON.stringify(key)};`).join('\n')}
}
${entries.map(([alias, key]) => aliasType(alias, key)).join('')}`;
}

/** The type of an item, named after the alias of its collection. */
function aliasType(alias: string, key: string): string {
  const singular = singularOf(alias);
  const name = singular.charAt(0).toUpperCase() + singular.slice(1);
  return `
/** An item of \`${alias}\`. It can have fields that the document does not list. */
export type ${name} = Resources[${JSON.stringify(key)}];
`;
}

function typeOfResource(document: OpenApiDocument, operations: readonly DerivedOperation[]): string {
  const [best] = describingOperations(operations);
  const type = best && typeOfItem(best);
  if (operations.some(({ kind }) => kind.endsWith('Singleton'))) return type ?? 'unknown';
  const idField = operations.find((operation) => operation.idField !== undefined)?.idField;
  const schema = best && itemSchema(best);
  // An id field that is not a string keeps its type from the document.
  const isText =
    idField !== undefined && [propertiesOf(document, schema ?? {}).get(idField)?.type].flat().includes('string');
  return type === undefined
    ? `Item<${JSON.stringify(idField ?? 'id')}>`
    : `Item<${isText ? JSON.stringify(idField) : 'never'}, ${type}>`;
}

/** The type of the item in a response. */
function typeOfItem({ path, method, success, lists }: DerivedOperation): string {
  const key = /^\d+$/.test(success.key) ? success.key : JSON.stringify(success.key);
  const steps = [path, method.toLowerCase(), 'responses'].map((step) => `[${JSON.stringify(step)}]`).join('');
  const body = `paths${steps}[${key}]["content"][${JSON.stringify(success.mediaType)}]`;
  const [shape] = lists ?? [];
  if (shape === undefined) return body;
  if (shape.property === undefined) return `Extract<${body}, readonly unknown[]>[number]`;
  const property = JSON.stringify(shape.property);
  return `NonNullable<Extract<${body}, { ${property}?: unknown }>[${property}]>[number]`;
}
