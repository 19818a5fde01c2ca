import {
  type Group,
  type OpenApiDocument,
  type OperationEntry,
  resolve,
  visitReferences,
} from 'tenant-management-document';
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
  document: OpenApiDocument,
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
  const visit = (value: unknown, group: Group, names: Set<string>, seen = new Set<unknown>()): Set<string> => {
    visitReferences(value, { keys: [], group }, seen, ({ node, group: kind }) => {
      const name = kind === 'schemas' ? nameOf(node) : undefined;
      if (name === undefined) visit(resolve<unknown>(document, node).value, kind, names, seen);
      else names.add(name);
    });
    return names;
  };
  for (const entry of operations) {
    const { operation, parameters } = entry;
    for (const name of visit({ ...operation, parameters }, 'document', new Set())) of(name).operations.push(entry);
  }
  for (const [user, schema] of schemas) {
    for (const name of visit(schema, 'schemas', new Set())) of(name).schemas.push(user);
  }
  return uses;
}
