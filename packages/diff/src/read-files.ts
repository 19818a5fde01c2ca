import { dirname, resolve } from 'node:path';
import $RefParser from '@apidevtools/json-schema-ref-parser';
import { escapeKey, hasMembers } from 'tenant-management-document';

/**
 * Reads a file and the files to which its references lead. Returns the values by absolute path; the given file is the
 * first one.
 *
 * @throws Error If a file cannot be read or parsed, if a reference is a URL, or if a value contains itself by an alias.
 *   The message names the file.
 */
export async function readFiles(file: string): Promise<ReadonlyMap<string, unknown>> {
  const files = new Map<string, unknown>();
  const read = async (path: string): Promise<void> => {
    if (files.has(path)) return;
    const value = await $RefParser.parse(path);
    files.set(path, value);
    for (const reference of fileReferences(value, path)) await read(targetPath(path, reference));
  };
  await read(resolve(file));
  return files;
}

/** Returns the absolute path of the file to which a reference leads. */
export function targetPath(path: string, reference: string): string {
  const [target = ''] = reference.split('#');
  return target === '' ? path : resolve(dirname(path), decodeURIComponent(target));
}

/** Returns the references of a value to other files. */
function fileReferences(value: unknown, path: string): ReadonlySet<string> {
  const references = new Set<string>();
  const finished = new Set<unknown>();
  const open = new Set<unknown>();
  /** Returns the JSON pointer of a member that contains itself. */
  const visit = (node: object): string | undefined => {
    if (finished.has(node)) return undefined;
    if (open.has(node)) return '';
    open.add(node);
    for (const [key, member] of Object.entries(node)) {
      if (hasMembers(member)) {
        const inner = visit(member);
        if (inner !== undefined) return `/${escapeKey(key)}${inner}`;
      } else if (key === '$ref' && typeof member === 'string' && !member.startsWith('#')) references.add(member);
    }
    open.delete(node);
    finished.add(node);
    return undefined;
  };
  const pointer = hasMembers(value) ? visit(value) : undefined;
  if (pointer !== undefined)
    throw new Error(`${path}: the alias at ${pointer} must not refer to a value that contains it; use a $ref instead`);
  for (const reference of references)
    if (URL.canParse(reference))
      throw new Error(`${path}: $ref "${reference}" must refer to a file; URLs are not fetched, so download the file`);
  return references;
}
