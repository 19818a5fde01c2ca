import { isOfClass, isScalar } from './value-checks.js';

/**
 * Whether JSON contains the content of a value: a string, a finite number, a boolean, `null`, an array, or an object
 * whose content is in its properties. A replacer gets such values after `JSON.stringify` has called `toJSON`.
 */
export function isJsonValue(value: unknown): boolean {
  if (typeof value !== 'object') return isScalar(value) && typeof value !== 'bigint';
  if (value === null || Array.isArray(value)) return true;
  if (Symbol.iterator in value) return ArrayBuffer.isView(value);
  // An error and a form of the package form-data have properties, but their content is elsewhere.
  if (isOfClass('Error', value) || isOfClass('FormData', value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null || Object.keys(value).length > 0;
}
