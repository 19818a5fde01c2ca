import { dirname, relative } from 'node:path';
import { BUMPS, type Bump, type Change, largestBump } from './change.ts';
import { changeList } from './change-list.ts';
import { compareBehavior, readBehaviorFile } from './compare/compare-behavior.ts';
import { compareComponents, componentUses } from './compare/compare-components.ts';
import { compareDocuments, compareServers } from './compare/compare-documents.ts';
import { compareOperations } from './compare/compare-operations.ts';
import { compareSecuritySchemes } from './compare/compare-security-schemes.ts';
import { type Contract, locationsIn } from './contract.ts';
import { readDocumentTree } from './document-tree.ts';

/** The result of a comparison of two contracts. */
export interface Verdict {
  /** The largest bump of the changes. */
  readonly bump: Bump;
  /** The changes, those with the largest bump first. */
  readonly changes: readonly Change[];
}

/**
 * Compares two versions of the contract.
 *
 * @throws Error If a file cannot be read or parsed. The message names the file.
 */
export async function compareContracts(before: Contract, after: Contract): Promise<Verdict> {
  const [old, now] = [await readDocumentTree(before.document), await readDocumentTree(after.document)];
  const list = changeList();
  const report = list.reportFor(null);
  const uses = componentUses();
  const context = { onComponents: uses.onComponents, unchanged: new Set<string>() };
  const renamed = compareOperations({ before: old, after: now, list, ...context });
  compareDocuments(old, now, report);
  compareServers(old, now, report);
  compareSecuritySchemes(old, now, report);
  compareComponents(old, now, uses, report);
  const behaviorPath = behaviorPathOf(after) ?? behaviorPathOf(before);
  const [oldBehavior, behavior] = [await readBehaviorFile(before.behavior), await readBehaviorFile(after.behavior)];
  compareBehavior(oldBehavior, behavior, renamed, (operation) => {
    const reportBehavior = list.reportFor(operation);
    return (kind, pointer, names) => reportBehavior(kind, `${behaviorPath}#${pointer}`, names);
  });
  const { date = new Date().toISOString().slice(0, 10) } = after;
  const changes = list.changes(locationsIn(after), date);
  return {
    bump: largestBump(changes.map(({ bump }) => bump)),
    changes: changes.toSorted((first, second) => BUMPS.indexOf(second.bump) - BUMPS.indexOf(first.bump)),
  };
}

/** Returns the path of a behavior file from the folder of the document. */
const behaviorPathOf = ({ document, behavior }: Contract): string | undefined =>
  behavior && relative(dirname(document), behavior);
