import { isObject, type JsonObject } from 'tenant-management-document';
import { both, reportIn, type SchemaContext } from '../schema/schema-context.ts';
import type { SchemaView } from '../schema/schema-view.ts';
import { isEqual } from '../texts.ts';

/**
 * Compares discriminators. Each key of the mapping is a value that selects an alternative. Without a key, the name of the
 * component is this value.
 */
export function compareDiscriminator(
  context: SchemaContext,
  old: SchemaView,
  now: SchemaView,
  pointer: string,
  name: string,
): void {
  const added = addedKeys(old, now);
  const removed = addedKeys(now, old);
  if (added !== undefined) reportIn(context, both('alternative-added'), pointer, { name, to: added.join(', ') });
  else if (removed !== undefined)
    reportIn(context, both('alternative-removed'), pointer, { name, to: removed.join(', ') });
  else reportIn(context, both('discriminator-changed'), pointer, { name });
}

/** Returns the keys of the mapping that were added, if the other values still select the same alternatives. */
function addedKeys(before: SchemaView, after: SchemaView): string[] | undefined {
  const [old, now] = [discriminatorOf(before), discriminatorOf(after)];
  if (old === undefined || now === undefined) return undefined;
  const { mapping, ...rest } = old;
  const { mapping: newMapping, ...newRest } = now;
  const [keys, newKeys] = [new Map(Object.entries(mapping)), Object.entries(newMapping)];
  if (!isEqual(rest, newRest) || [...keys].some(([key, target]) => newMapping[key] !== target)) return undefined;
  const added = newKeys.filter(([key]) => !keys.has(key));
  const components = before.choices.flatMap(({ branches }) => branches.map(({ component }) => component));
  const hadName = (target: unknown) =>
    ![...keys.values()].includes(target) &&
    components.some((one) => String(target).split('/').at(-1) === one?.split('/').at(-1));
  return added.some(([, target]) => hadName(target)) ? undefined : added.map(([key]) => key);
}

/** Returns the discriminator with a mapping, if exactly one of the schemas has such a discriminator. */
function discriminatorOf(view: SchemaView): (JsonObject & { readonly mapping: JsonObject }) | undefined {
  const [entry, ...others] = view.keywords.get('discriminator') ?? [];
  if (entry === undefined || others.length > 0 || !isObject(entry.value)) return undefined;
  const { mapping } = entry.value as { mapping?: unknown };
  return isObject(mapping) ? { ...entry.value, mapping } : undefined;
}
