import { commonTypes } from 'tools-document';
import type { Place } from '../place.ts';
import { type MergedSchema, mergeSchemas } from './merged-schema.ts';

/** Depth at which fields of fields are no longer read: two schemas are then assumed to overlap. */
const MAX_DEPTH = 4;

/**
 * Returns whether a value that exactly one alternative of `oneOf` matched also matches a new alternative, so that the
 * value is no longer valid.
 *
 * @param alternatives The alternatives of the old version.
 */
export function hidesAlternative(added: Place, alternatives: readonly Place[]): boolean {
  const merged = alternatives.map((one) => mergeSchemas([one]));
  const isOnlyMatch = (one: MergedSchema) => merged.every((other) => other === one || !matchesSmallest(one, other));
  const now = mergeSchemas([added]);
  return merged.some((one) => isOnlyMatch(one) && matchesSmallest(one, now));
}

/** Returns whether a value of one schema that has only the required fields can match another schema. */
function matchesSmallest(value: MergedSchema, schema: MergedSchema, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true;
  const types = value.types && schema.types && commonTypes([...value.types], [...schema.types]);
  if (types?.length === 0) return false;
  const isListed = (one: unknown) => schema.enum?.some((other) => JSON.stringify(other) === JSON.stringify(one));
  if (value.enum !== undefined && schema.enum !== undefined && !value.enum.some(isListed)) return false;
  if (types?.length !== 1 || types[0] !== 'object') return true;
  const fields = [...value.required.keys()];
  if ([...schema.required.keys()].some((field) => !fields.includes(field))) return false;
  if (schema.isClosed && fields.some((field) => !schema.fields.has(field))) return false;
  return fields.every((field) => {
    const [was, is] = [value.fields.get(field), schema.fields.get(field)];
    return was === undefined || is === undefined || matchesSmallest(mergeSchemas(was), mergeSchemas(is), depth + 1);
  });
}
