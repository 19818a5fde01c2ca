import { hasMembers, type OperationEntry } from 'tenant-management-document';
import type { Schema } from './schema.ts';

/** The places that use a schema directly, or through schemas without a page. */
export interface SchemaUses {
  readonly operations: readonly OperationEntry[];
  /** Names of the schemas. */
  readonly schemas: readonly string[];
}

/**
 * Lists the uses of schemas by name. If `nameOf` returns `undefined` for a used schema, the schemas inside this schema
 * count as used instead.
 */
export function usesOf(
  operations: readonly OperationEntry[],
  schemas: ReadonlyMap<string, Schema>,
  nameOf: (schema: Schema) => string | undefined,
): Map<string, SchemaUses> {
  const uses = new Map<string, { operations: OperationEntry[]; schemas: string[] }>();
  const of = (name: string) => {
    const found = uses.get(name) ?? { operations: [], schemas: [] };
    uses.set(name, found);
    return found;
  };
  for (const entry of operations) {
    for (const name of namesIn([entry.operation, entry.parameters], nameOf)) of(name).operations.push(entry);
  }
  for (const [user, schema] of schemas) {
    for (const name of namesIn(Object.values(schema), nameOf)) of(name).schemas.push(user);
  }
  return uses;
}

/** Finds the names of the schemas in some values. Does not search inside a schema that has a name. */
function namesIn(values: readonly unknown[], nameOf: (schema: Schema) => string | undefined): Set<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (!hasMembers(value) || seen.has(value)) return;
    seen.add(value);
    const name = nameOf(value as Schema);
    if (name === undefined) for (const part of Object.values(value)) visit(part);
    else names.add(name);
  };
  for (const value of values) visit(value);
  return names;
}
