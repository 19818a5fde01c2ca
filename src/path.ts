import { isScalar } from './options.js';

/**
 * Reads each parameter of a path template once, and checks it.
 *
 * @returns The values as strings, by parameter name.
 * @throws TypeError If a parameter would not be sent as exactly one path segment. For example,
 *   `DELETE /items/..` would address another resource.
 */
export function readPathParameters(template: string, params: object): Record<string, string> {
  return Object.fromEntries(
    namesIn(template).map((name) => [name, segment(`params.path.${name}`, Reflect.get(params, name))]),
  );
}

/** Largest number of templates whose parameter names are remembered, so that other texts cannot fill the memory. */
const MAX_TEMPLATES = 1_000;
const namesOfTemplates = new Map<string, readonly string[]>();

/** Returns the names of the parameters of a path template. They are remembered, because a search costs time. */
function namesIn(template: string): readonly string[] {
  let names = namesOfTemplates.get(template);
  if (names === undefined) {
    names = [...new Set(template.match(/(?<={)[^{}]+(?=})/g))];
    if (namesOfTemplates.size < MAX_TEMPLATES) namesOfTemplates.set(template, names);
  }
  return names;
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
