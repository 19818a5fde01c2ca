import { isScalar } from './value-checks.js';

/**
 * Reads each query parameter once, and checks it. Leaves out items of arrays that are `undefined` or `null`, as
 * openapi-fetch leaves out such parameters.
 *
 * @throws TypeError If a value is neither a scalar nor an array of scalars: openapi-fetch would send `[object Object]`,
 *   the source text of a function, or nothing.
 */
export function readQuery(query: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      if (!name.isWellFormed()) throw new TypeError('the names in params.query must be well-formed Unicode');
      const items = [value].flat().filter((item) => item !== undefined && item !== null);
      const problem = problemOf(items);
      if (problem !== undefined) throw new TypeError(`params.query.${name} must ${problem}`);
      return [name, Array.isArray(value) ? items : value];
    }),
  );
}

function problemOf(items: readonly unknown[]): string | undefined {
  if (!items.every(isScalar)) return 'be a string, a finite number, a boolean, or an array of these';
  return items.every((item) => String(item).isWellFormed()) ? undefined : 'be well-formed Unicode';
}
