import type { TreeNode } from '../document-tree.ts';
import { type MergedSchema, mergeSchemas } from '../schema/merged-schema.ts';
import { both, reportIn, type SchemaContext } from '../schema/schema-context.ts';

/** Compares the types of a value, whether null is allowed, and the list of allowed values. */
export function compareTypes(context: SchemaContext, old: MergedSchema, now: MergedSchema, name: string): void {
  compareTypeLists(context, old, now, name);
  compareNull(context, old, now, name);
  compareEnums(context, old, now, name);
}

/** Compares whether a value can be null. */
export function compareNull(
  context: SchemaContext,
  old: MergedSchema,
  now: MergedSchema,
  name: string,
  isOpen = ({ types, choices }: MergedSchema) => types === undefined && choices.length === 0,
): void {
  // If only the wider version allows any type, the comparison of types or of alternatives reports the change.
  const isWider = (before: MergedSchema, after: MergedSchema) =>
    (isOpen(before) || !isOpen(after)) &&
    ((after.null.schema && !before.null.schema) || (after.null.types && !before.null.types));
  if (isWider(old, now)) reportIn(context, both('null-allowed'), now.pointer, { name });
  if (isWider(now, old)) reportIn(context, both('null-removed'), now.pointer, { name });
}

/** Returns whether a list of types contains a type. Every integer is a number. */
const includes = (types: ReadonlySet<string>, type: string): boolean =>
  types.has(type) || (type === 'integer' && types.has('number'));

type TypeChange = 'changed' | 'narrowed' | 'widened' | 'shown' | 'integer';

const TYPE_KINDS = {
  changed: both('type-changed'),
  narrowed: both('type-narrowed'),
  widened: both('type-widened'),
  shown: { request: 'request-type-narrowed', response: 'response-type-shown' },
  integer: { request: 'request-type-narrowed', response: 'response-number-became-integer' },
} as const;

function compareTypeLists(context: SchemaContext, old: MergedSchema, now: MergedSchema, name: string): void {
  const change = typeChange(old.types, now.types);
  if (change !== undefined)
    reportIn(context, TYPE_KINDS[change], now.pointer, { name, from: listTypes(old), to: listTypes(now) });
}

/** Names the types that some schemas allow, such as `string, null`. */
export function typesIn(schemas: readonly TreeNode[]): string {
  const types = listTypes(mergeSchemas(schemas));
  return types === 'any' ? 'the documented values' : types;
}

const listTypes = ({ types, null: allowsNull }: MergedSchema): string =>
  types === undefined ? 'any' : [...types, ...(allowsNull.schema ? ['null'] : [])].join(', ') || 'no value';

function typeChange(before: MergedSchema['types'], after: MergedSchema['types']): TypeChange | undefined {
  if (after?.size === 0 && before?.size !== 0) return 'narrowed';
  if (before === undefined) return after === undefined ? undefined : 'shown';
  if (after === undefined) return 'widened';
  const isNarrower = [...after].every((type) => includes(before, type));
  const isWider = [...before].every((type) => includes(after, type));
  if (isNarrower && isWider) return undefined;
  if (isWider) return 'widened';
  if (!isNarrower) return 'changed';
  // A number that became an integer has the same type in TypeScript.
  const isInteger = before.size === after.size && [...before].every((type) => after.has(type) || type === 'number');
  return isInteger ? 'integer' : 'narrowed';
}

function compareEnums(context: SchemaContext, old: MergedSchema, now: MergedSchema, name: string): void {
  const [before, after] = [old.enum, now.enum];
  const pointer = `${now.pointer}/enum`;
  const list = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ');
  const without = (values: readonly unknown[], others: readonly unknown[]) => {
    const known = new Set(others.map((other) => JSON.stringify(other)));
    return values.filter((value) => !known.has(JSON.stringify(value)));
  };
  if (before === undefined && after === undefined) {
    if (list(old.known) !== list(now.known))
      context.report('known-values-changed', now.pointer, { name, to: list(now.known) || 'none' });
  } else if (before === undefined)
    reportIn(context, both('enum-added'), pointer, { name, to: list(after ?? []) || 'null' });
  else if (after === undefined) reportIn(context, both('enum-removed'), pointer, { name });
  else {
    const added = without(after, before);
    const removed = without(before, after);
    if (added.length > 0) reportIn(context, both('enum-value-added'), pointer, { name, to: list(added) });
    if (removed.length > 0) reportIn(context, both('enum-value-removed'), pointer, { name, to: list(removed) });
    if (added.length + removed.length === 0 && list(before) !== list(after))
      context.report('text-changed', pointer, { name });
  }
}
