import { escapeKey, hasMembers } from 'tenant-management-document';

/** Returns the JSON pointer of an alias in a YAML file that puts an object or a list into itself. */
export function circularAlias(
  value: unknown,
  open = new Set<unknown>(),
  finished = new Set<unknown>(),
): string | undefined {
  if (!hasMembers(value) || finished.has(value)) return undefined;
  if (open.has(value)) return '';
  open.add(value);
  for (const [key, member] of Object.entries(value)) {
    const inner = circularAlias(member, open, finished);
    if (inner !== undefined) return `/${escapeKey(key)}${inner}`;
  }
  open.delete(value);
  finished.add(value);
  return undefined;
}
