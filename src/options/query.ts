import { checkWellFormed, isScalar } from './value-checks.js';

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
