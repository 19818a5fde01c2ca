import { check } from './options.js';

/**
 * Refuses a path parameter that would not be sent as exactly one path segment: `DELETE /token-exchange-profiles/..`
 * would reach another resource.
 *
 * @throws TypeError Naming the parameter, before any request.
 */
export function checkPath(template: string, params: Record<string, unknown> | undefined): void {
  for (const [, name = ''] of template.matchAll(/\{([^{}]+)\}/g)) {
    const value = params?.[name];
    // Only a scalar has one sure form as a segment: an empty array or object would leave none.
    const segment = typeof value === 'object' ? '' : String(value ?? '');
    check(
      !/^\.{0,2}$/.test(segment) && segment.isWellFormed(),
      `params.path.${name}`,
      'a segment, not empty, "." or ".."',
      value,
    );
  }
}
