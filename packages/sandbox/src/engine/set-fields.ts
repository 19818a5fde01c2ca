import { isObject, type JsonObject, type SetRule } from 'tenant-management-document';
import { fieldsOf } from './list.js';

/**
 * Returns an item with the fields that the service sets, as the behavior file describes them. A field is removed if a rule
 * has set it before the change of the item, and the rule does not apply any more.
 *
 * @param before The item before the change.
 * @param given The fields of the change.
 */
export function withSetFields(
  item: JsonObject,
  rules: readonly SetRule[],
  before: JsonObject = {},
  given: JsonObject = {},
): JsonObject {
  const ended = rules
    .filter(({ when = {} }) => applies(when, before) && !applies(when, item))
    .flatMap(({ fields }) => Object.entries(fields))
    .filter(([path, value]) => isSame(before[path], value) && !Object.hasOwn(given, path))
    .map(([path]) => path);
  const kept = Object.fromEntries(Object.entries(item).filter(([name]) => !ended.includes(name)));
  const set = structuredClone(kept);
  for (const { when = {}, fields } of rules) {
    if (!applies(when, item)) continue;
    for (const [path, value] of Object.entries(fields)) setAt(set, kept, path.split('.'), value);
  }
  return set;
}

const applies = (when: JsonObject, item: JsonObject): boolean =>
  Object.entries(when).every(([path, wanted]) => isEqual(valueAt(item, path.split('.')), wanted));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isEqual = (value: unknown, wanted: unknown): boolean =>
  wanted === null || wanted === '*' ? ((value ?? null) === null) === (wanted === null) : value === wanted;

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => fieldsOf(inner)[name], value);

/** Sets the field at a path if the original value does not have it, and if it has the object that contains the field. */
function setAt(target: unknown, original: unknown, [name = '', ...rest]: readonly string[], value: unknown): void {
  const isList = name.endsWith('[]');
  const key = isList ? name.slice(0, -2) : name;
  if (!isObject(target) || !isObject(original)) return;
  if (rest.length === 0) {
    if (original[key] === undefined) Object.assign(target, { [key]: structuredClone(value) });
  } else if (!Object.hasOwn(target, key) || !Object.hasOwn(original, key)) return;
  else if (!isList) setAt(target[key], original[key], rest, value);
  else {
    const [items, originals] = [target[key], original[key]];
    if (!Array.isArray(items) || !Array.isArray(originals)) return;
    for (const [index, one] of items.entries()) setAt(one, originals[index], rest, value);
  }
}
