import type { OpenApiDocument } from './document.ts';

/**
 * Returns the URL of the first server if the host is the only variable in the URL. Otherwise, the result is
 * `undefined`, because the host does not determine the URL.
 */
export function tenantServer({ servers = [] }: OpenApiDocument): string | undefined {
  const url = servers[0]?.url ?? '';
  return /^https:\/\/\{[^{}]+\}(\/[^{}]*)?$/.test(url) ? url : undefined;
}
