import { isScalar } from './value-checks.js';

/**
 * Replaces each parameter of a path template with its value, percent-encoded.
 *
 * @throws TypeError If a parameter would not be sent as exactly one path segment. For example,
 *   `DELETE /items/..` would address another resource.
 */
export function expandPath(template: string, params: object): string {
  let path = '';
  let isName = false;
  // In a path template of OpenAPI, braces are only around names, so every second part is a name.
  for (const part of template.split(/[{}]/)) {
    path += isName ? encodeURIComponent(segment(part, Reflect.get(params, part))) : part;
    isName = !isName;
  }
  return path;
}

function segment(name: string, value: unknown): string {
  const problem = problemOf(value);
  if (problem !== undefined) throw new TypeError(`params.path.${name} must ${problem}`);
  return String(value);
}

function problemOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return 'not be missing or empty';
  // Only a scalar has exactly one text form. An empty array or object would result in an empty segment.
  if (!isScalar(value)) return 'be a string or a number';
  if (value === '.' || value === '..') return 'not be "." or ".."';
  if (!String(value).isWellFormed()) return 'be well-formed Unicode';
  return undefined;
}
