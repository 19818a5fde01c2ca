import { isScalar } from './options.js';

/**
 * Reads and checks the parameters of a path template, each of them once.
 *
 * @returns The strings to send, by name.
 * @throws TypeError If a parameter would not be sent as exactly one path segment: `DELETE /token-exchange-profiles/..`
 *   would reach another resource.
 */
export function readPathParameters(template: string, params: object): Record<string, string> {
  const names = new Set(template.match(/(?<={)[^{}]+(?=})/g));
  return Object.fromEntries(
    [...names].map((name) => [name, segment(`params.path.${name}`, Reflect.get(params, name))]),
  );
}

function segment(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '')
    throw new TypeError(`${name} must not be missing or empty`);
  // Only a scalar has exactly one form as a segment: an empty array or object would leave the segment empty.
  if (!isScalar(value)) {
    throw new TypeError(`${name} must be a string or a number`);
  }
  const text = String(value);
  if (text === '.' || text === '..') throw new TypeError(`${name} must not be "." or ".."`);
  if (!text.isWellFormed()) throw new TypeError(`${name} must be well-formed Unicode`);
  return text;
}
