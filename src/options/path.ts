import { memberOf } from './members.js';
import { checkWellFormed, isScalar } from './value-checks.js';

/**
 * Reads the parameters that a path template names.
 *
 * @throws TypeError If a parameter would not be sent as exactly one path segment. For example,
 *   `DELETE /items/..` would address another resource.
 */
export function readPathParameters(template: string, params: object): Record<string, string> {
  // In a path template of OpenAPI, braces are only around names, so every second part is a name.
  const names = template.split(/[{}]/).filter((_, index) => index % 2 === 1);
  return Object.fromEntries(names.map((name) => [name, segment(`params.path.${name}`, memberOf(params, name))]));
}

function segment(place: string, value: unknown): string {
  const fail = (problem: string) => new TypeError(`${place} must ${problem}`);
  if (value === undefined || value === null || value === '') throw fail('not be missing or empty');
  // Only a scalar has exactly one text form. An empty array or object would result in an empty segment.
  if (!isScalar(value)) throw fail('be a string or a number');
  if (value === '.' || value === '..') throw fail('not be "." or ".."');
  return checkWellFormed(place, String(value));
}
