import { escapeKey, hasMembers } from 'tenant-management-document';

/** Returns the JSON pointer of an object or a list in a file that a YAML alias puts into itself. */
export function circularAlias(
  value: unknown,
  pointer = '',
  open = new Set<unknown>(),
  finished = new Set<unknown>(),
): string | undefined {
  if (!hasMembers(value) || finished.has(value)) return undefined;
  if (open.has(value)) return pointer;
  open.add(value);
  for (const [key, member] of Object.entries(value)) {
    const found = circularAlias(member, `${pointer}/${escapeKey(key)}`, open, finished);
    if (found !== undefined) return found;
  }
  open.delete(value);
  finished.add(value);
  return undefined;
}
