import { parameterNames, templatePattern } from 'tenant-management-document';

/** The part of a URL below the base path. */
export interface UrlBelow {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Returns the part of a URL below the base path of the API, or `undefined` if the URL is not below it. */
export function urlBelow(basePath: string, text: string): UrlBelow | undefined {
  if (!URL.canParse(text)) return undefined;
  const { pathname, searchParams } = new URL(text);
  if (!pathname.startsWith(`${basePath}/`)) return undefined;
  return { path: pathname.slice(basePath.length), query: searchParams };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the decoded values of the path parameters by name. */
export function parameterValues(template: string, path: string): Record<string, string> {
  const [, ...values] = new RegExp(`^${templatePattern(template, '([^/]+)')}$`).exec(path) ?? [];
  return Object.fromEntries(parameterNames(template).map((name, index) => [name, decode(values[index] ?? '')]));
}
