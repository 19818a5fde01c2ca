import { readDocument } from '../openapi/document.ts';
import { deriveOperations } from '../openapi/resources.ts';
import type { ChangeList } from './change-list.ts';
import { escapeKey, isNode, type Node } from './place.ts';
import type { Contract } from './verdict.ts';

/** A contract with the content of its behavior file. */
interface Version {
  readonly contract: Contract;
  readonly behavior: Node;
}

/**
 * Compares the statuses with which the sandbox answers successful requests. The behavior file can set this status;
 * otherwise the sandbox derives the status from the document.
 *
 * @param renamed New operation ids by old operation ids.
 */
export async function compareSandboxStatus(
  before: Version,
  after: Version,
  renamed: ReadonlyMap<string, string>,
  list: ChangeList,
): Promise<void> {
  const [old, now] = [await statusesOf(before), await statusesOf(after)];
  for (const [id, status] of old) {
    const newId = renamed.get(id);
    const to = newId === undefined ? undefined : now.get(newId);
    if (newId === undefined || to === undefined || to.status === status.status) continue;
    const names = { name: String(status.status), to: String(to.status) };
    list.reportFor(newId)('sandbox-status-changed', `${to.pointer}/responses`, names);
  }
}

/** Returns the status of each operation of a contract, by operation id. */
async function statusesOf({ contract, behavior }: Version) {
  const operations = isNode(behavior['operations']) ? behavior['operations'] : {};
  const derived = deriveOperations(await readDocument(contract.document));
  return new Map(
    derived.map(({ id, method, path, success }) => {
      const entry = operations[id];
      const assumed = isNode(entry) && isNode(entry['success']) ? entry['success']['status'] : undefined;
      const pointer = `/paths/${escapeKey(path)}/${method.toLowerCase()}`;
      return [id, { status: assumed ?? success.status, pointer }] as const;
    }),
  );
}
