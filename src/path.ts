import { wrong } from './options.js';

/**
 * Refuses a path parameter that would not be sent as exactly one path segment: `DELETE /token-exchange-profiles/..`
 * would reach another resource.
 *
 * @throws TypeError Naming the parameter, before any request.
 */
export function checkPath(template: string, params: Record<string, unknown> | undefined): void {
  for (const part of template.split('{').slice(1)) {
    const [name = ''] = part.split('}');
    const value = params?.[name];
    // Only a scalar has one sure form as a segment: an empty array or object would leave none.
    const segment = typeof value === 'object' ? '' : String(value ?? '');
    if (/^\.{0,2}$/.test(segment) || !segment.isWellFormed()) {
      throw wrong(`params.path.${name}`, 'a segment, not "", "." or ".."', value);
    }
  }
}
