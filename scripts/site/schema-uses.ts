import type { OperationEntry } from '../openapi/document.ts';
import type { Reference } from './reference.ts';
import type { Schema } from './schema.ts';

/** The places that use a schema directly. */
export interface SchemaUses {
  readonly operations: readonly OperationEntry[];
  /** Names of the schemas. */
  readonly schemas: readonly string[];
}

/** Lists the uses of each schema that has a page, by name. A schema without uses is absent. */
export function usesOf({ operations, components }: Reference): Map<string, SchemaUses> {
  const uses = new Map<string, { operations: OperationEntry[]; schemas: string[] }>();
  const of = (name: string) => {
    const found = uses.get(name) ?? { operations: [], schemas: [] };
    uses.set(name, found);
    return found;
  };
  for (const entry of operations) {
    for (const name of namesIn([entry.operation, entry.parameters])) of(name).operations.push(entry);
  }
  for (const [user, schema] of components.schemas) {
    for (const name of namesIn(Object.values(components.resolve(schema)))) of(name).schemas.push(user);
  }
  return uses;

  /** Finds the schemas with a page in some values, but not the schemas in these schemas. */
  function namesIn(values: readonly unknown[]): Set<string> {
    const names = new Set<string>();
    const seen = new Set<unknown>();
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return;
      seen.add(value);
      const name = components.nameOf(value as Schema);
      if (name === undefined) for (const part of Object.values(value)) visit(part);
      else names.add(name);
    };
    for (const value of values) visit(value);
    return names;
  }
}
