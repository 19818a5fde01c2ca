import { parameterNames, templatePattern } from 'tenant-management-document';

/** The Hono route of a path template. */
export interface RoutePath {
  readonly route: string;
  /** Sort key that puts routes with literal segments before routes with parameters at the same position. */
  readonly rank: string;
  /** Returns the path parameters by their names in the document. `values` reads a parameter of the route. */
  readonly read: (values: (name: string) => string | undefined) => Record<string, string>;
}

/**
 * Turns a path template into a route. The route's parameters have names such as `p2`, with the index of the segment,
 * because a name in the document can have any character.
 *
 * @param path Path template, such as `/books/{id}` or `/books/{id}.{format}`.
 */
export function routePath(path: string): RoutePath {
  const segments = path.split('/').map((segment, index) => {
    const names = parameterNames(segment);
    return { segment, names, key: `p${index}`, isWhole: names.length === 1 && segment === `{${names[0]}}` };
  });
  const route = segments.map(({ segment, names, key, isWhole }) => {
    if (names.length === 0) return segment;
    return isWhole ? `:${key}` : `:${key}{${partsOf(segment)}}`;
  });
  return {
    route: route.join('/'),
    rank: segments.map(({ names, isWhole }) => (names.length === 0 ? '0' : isWhole ? '2' : '1')).join(''),
    read: (values) => {
      const parameters = segments.flatMap(({ segment, names, key, isWhole }): [string, string][] => {
        const value = values(key) ?? '';
        if (names.length === 0) return [];
        const parts = isWhole ? [value] : (new RegExp(`^${partsOf(segment)}$`, 's').exec(value)?.slice(1) ?? []);
        return names.map((name, index) => [name, parts[index] ?? '']);
      });
      return Object.fromEntries(parameters);
    },
  };
}

/** Returns a pattern with a group for each parameter of a segment. */
const partsOf = (segment: string): string => templatePattern(segment, '([^/]+)');
