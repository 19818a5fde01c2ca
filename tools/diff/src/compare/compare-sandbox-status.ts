import { type DerivedOperation, escapeKey, type JsonObject, objectIn } from 'tools-document';
import type { ChangeList } from '../change-list.ts';

/** The operations that the sandbox derives from a document, and the content of its behavior file. */
interface Version {
  readonly operations: readonly DerivedOperation[];
  readonly behavior: JsonObject;
}

/**
 * Compares how the sandbox performs operations, and the statuses of its successful responses. The behavior file can set
 * these statuses; otherwise the sandbox derives them from all operations of the document.
 *
 * @param renamed New operation ids by old operation ids.
 */
export function compareSandboxStatus(
  before: Version,
  after: Version,
  renamed: ReadonlyMap<string, string>,
  list: ChangeList,
): void {
  const [old, now] = [statusesOf(before), statusesOf(after)];
  for (const [id, { kind, status }] of old) {
    const newId = renamed.get(id);
    const to = newId === undefined ? undefined : now.get(newId);
    if (newId === undefined || to === undefined) continue;
    const report = list.reportFor(newId);
    if (to.kind !== kind) report('sandbox-behavior-changed', to.pointer, { name: newId, from: `${kind} → ${to.kind}` });
    if (to.status !== status)
      report('sandbox-status-changed', `${to.pointer}/responses`, { name: String(status), to: String(to.status) });
  }
}

/** Returns the kind and the status of each operation of a contract, by operation id. */
function statusesOf({ operations: derived, behavior }: Version) {
  return new Map(
    derived.map(({ id, method, path, kind, success }) => {
      const assumed = objectIn(objectIn(objectIn(behavior, 'operations'), id), 'success')['status'];
      const pointer = `/paths/${escapeKey(path)}/${method.toLowerCase()}`;
      return [id, { kind, status: assumed ?? success.status, pointer }] as const;
    }),
  );
}
