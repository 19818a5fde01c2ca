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

/**
 * Reads each query parameter once, and checks it. Leaves out items of arrays that are `undefined` or `null`, as
 * openapi-fetch leaves out such parameters.
 *
 * @throws TypeError If a value is neither a scalar nor an array of scalars: openapi-fetch would send `[object Object]`,
 *   the source text of a function, or nothing.
 */
export function readQuery(query: object): Record<string, unknown> {
  // openapi-fetch also sends inherited properties.
  const parameters = Object.create(null);
  for (const [name, value] of Object.entries(query)) {
    checkWellFormed('the names in params.query', name);
    const items = [value].flat().filter((item) => item !== undefined && item !== null);
    if (!items.every(isScalar)) {
      throw new TypeError(`params.query.${name} must be a string, a finite number, a boolean, or an array of these`);
    }
    checkWellFormed(`params.query.${name}`, items.join(' '));
    // openapi-fetch does not encode names.
    parameters[encodeURIComponent(name)] = items;
  }
  return parameters;
}
