// Path templates: paths with parameters in braces, such as `/books/{id}` (OpenAPI 3.1, 4.7.8.2). The URL of a server
// marks its variables in the same way (4.8.5).

const PARAMETER = /\{([^{}/]+)\}/g;

/** Characters with a meaning in a regular expression. Braces are absent, because they mark the parameters. */
const SPECIAL = /[.*+?^$()|[\]\\]/g;

/** Returns the names of the parameters of a path, in the order of the path. */
export const parameterNames = (path: string): string[] => [...path.matchAll(PARAMETER)].map(([, name = '']) => name);

/** Removes the names of the parameters from a path. Paths that differ only in these names become equal. */
export const templateOf = (path: string): string => path.replaceAll(PARAMETER, '{}');

/** Replaces each parameter of a path, with its braces, by a text. The text is not encoded. */
export const fillTemplate = (path: string, textOf: (name: string) => string): string =>
  path.replaceAll(PARAMETER, (_braced, name: string) => textOf(name));

/**
 * Returns a regular expression, as text, for the paths that a template describes. The value of a parameter has no
 * slash.
 *
 * @param value Regular expression for the value of a parameter.
 */
export const templatePattern = (path: string, value = '[^/]+'): string =>
  path
    .split(new RegExp(PARAMETER.source.replace(/[()]/g, '')))
    .map((literal) => literal.replaceAll(SPECIAL, '\\$&'))
    .join(value);

/** Returns the decoded values of the parameters of a path template in a path. */
export function valuesInPath(template: string, path: string): Record<string, string> {
  const [, ...values] = new RegExp(`^${templatePattern(template, '([^/]+)')}$`).exec(path) ?? [];
  return Object.fromEntries(values.map((value, index) => [parameterNames(template)[index], decodeURIComponent(value)]));
}

/** Returns the collection and the id parameter of a path that ends with the id of an item; otherwise `undefined`. */
export function itemPath(path: string): { readonly collection: string; readonly idParameter: string } | undefined {
  const [, collection, idParameter] = /^(.+)\/\{([^{}/]+)\}$/.exec(path) ?? [];
  return collection === undefined || idParameter === undefined ? undefined : { collection, idParameter };
}

/** Returns the part of a path before its last parameter, such as `/books` for `/books/{id}/cover`. */
export const beforeLastParameter = (path: string): string => {
  const end = path.lastIndexOf('/{');
  return end < 0 ? path : path.slice(0, end);
};

/** Returns the segments of a path that contain no parameter. */
export const literalSegments = (path: string): string[] =>
  path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
