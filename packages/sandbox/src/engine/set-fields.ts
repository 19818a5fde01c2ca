import { isObject, type JsonObject, type SetRule } from 'tenant-management-document';
import { fieldsOf } from './list.js';

/** Returns an item with the fields that the service sets, as the behavior file describes them. */
export function withSetFields(item: JsonObject, rules: readonly SetRule[]): JsonObject {
  const set = structuredClone(item);
  for (const { when = {}, fields } of rules) {
    if (!Object.entries(when).every(([path, wanted]) => isEqual(valueAt(item, path.split('.')), wanted))) continue;
    for (const [path, value] of Object.entries(fields)) setAt(set, item, path.split('.'), value);
  }
  return set;
}

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
