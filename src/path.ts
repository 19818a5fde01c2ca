import { isScalar } from './options.js';

/**
 * Replaces each parameter of a path template with its value, percent-encoded.
 *
 * @throws TypeError If a parameter would not be sent as exactly one path segment. For example,
 *   `DELETE /items/..` would address another resource.
 */
export function expandPath(template: string, params: object): string {
  return template.replace(/{([^{}]+)}/g, (_expression, name: string) =>
    encodeURIComponent(segment(`params.path.${name}`, Reflect.get(params, name))),
  );
}

function segment(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '')
    throw new TypeError(`${name} must not be missing or empty`);
  // Only a scalar has exactly one text form. An empty array or object would result in an empty segment.
  if (!isScalar(value)) {
    throw new TypeError(`${name} must be a string or a number`);
  }
  const text = String(value);
  if (text === '.' || text === '..') throw new TypeError(`${name} must not be "." or ".."`);
  if (!text.isWellFormed()) throw new TypeError(`${name} must be well-formed Unicode`);
  return text;
}
