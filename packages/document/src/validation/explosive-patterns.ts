import { isSafe } from 'redos-detector';
import { hasMembers } from '../json-object.ts';
import { pointerTo } from '../json-pointer.ts';
import { resolve } from '../references/resolve.ts';
import { hasNames, isReference, isSchemaData } from '../references/visit-references.ts';
import { compilePattern } from './ajv.ts';

/**
 * Number of steps after which a pattern counts as explosive. The limit is not a time, so that each machine generates
 * the same files. With 20 times as many steps, the result is the same for the 70 patterns of the public document.
 */
const MAX_STEPS = 1_000;

const known = new Map<string, boolean>();

/**
 * Whether the time to test a text with a pattern can grow without limit, such as exponentially for `^(a+)+$`. Some
 * harmless patterns count as explosive too: those in which two parts without a maximum length can match the same text,
 * such as in `^([a-z]+:)?[a-z]+$`, and those that redos-detector cannot read, such as named groups.
 */
export function isExplosive(pattern: string): boolean {
  const result = known.get(pattern) ?? !isSafePattern(pattern);
  known.set(pattern, result);
  return result;
}

function isSafePattern(pattern: string): boolean {
  try {
    return isSafe(compilePattern(pattern), { maxSteps: MAX_STEPS }).safe;
  } catch {
    return false;
  }
}

/**
 * Lists the places of the explosive patterns in a document or in a part of a document, as JSON pointers.
 *
 * @param document The document whose references are followed. Without it, the function follows none.
 */
export function explosivePatterns(part: unknown, document?: object): string[] {
  const places: string[] = [];
  const seen = new Set<object>();
  const visit = (value: unknown, keys: readonly string[], isMap: boolean): void => {
    if (!hasMembers(value) || seen.has(value)) return;
    seen.add(value);
    if (document !== undefined && isReference(value)) visit(resolve(document, value).value, keys, false);
    for (const [key, inner] of Object.entries(value)) {
      if (!isMap && (isSchemaData(key) || key.startsWith('x-'))) continue;
      const place = [...keys, key];
      const pattern = !isMap && key === 'pattern' ? inner : keys.at(-1) === 'patternProperties' ? key : undefined;
      if (typeof pattern === 'string' && isExplosive(pattern)) places.push(pointerTo(place));
      visit(inner, place, !isMap && hasNames(key));
    }
  };
  visit(part, [], false);
  return places;
}
