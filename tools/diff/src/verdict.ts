import { dirname, relative } from 'node:path';
import { deriveOperations, readDocument } from 'tools-document';
import type { Bump, Change } from './change.ts';
import { BUMPS, largestBump } from './change.ts';
import { changeList } from './change-list.ts';
import { compareBehavior, readBehaviorFile } from './compare/compare-behavior.ts';
import { compareComponents, componentUses } from './compare/compare-components.ts';
import { compareDocuments } from './compare/compare-documents.ts';
import { compareOperations } from './compare/compare-operations.ts';
import { compareSandboxStatus } from './compare/compare-sandbox-status.ts';
import { compareSecuritySchemes } from './compare/compare-security-schemes.ts';
import { compareSeeds } from './compare/compare-seeds.ts';
import { compareServers } from './compare/compare-servers.ts';
import type { Contract } from './contract.ts';
import { locationsIn } from './locations.ts';
import { readPlaces } from './place.ts';
import type { Kind } from './policy.ts';
import { removals } from './removals.ts';

/** The result of a comparison of two contracts. */
export interface Verdict {
  /** The largest bump of the changes. */
  readonly bump: Bump;
  /** The changes, those with the largest bump first. */
  readonly changes: readonly Change[];
}

/** Kinds of changes that can affect the statuses and the seeds of the sandbox, also those of other operations. */
const AFFECTS_SANDBOX: readonly Kind[] = [
  'operation-added',
  'operation-removed',
  'success-status-refined',
  'success-status-widened',
];

/**
 * Compares two versions of the contract.
 *
 * @throws Error If a file cannot be read or parsed. The message names the file.
 */
export async function compareContracts(before: Contract, after: Contract): Promise<Verdict> {
  const [old, now] = [await readPlaces(before.document), await readPlaces(after.document)];
  const list = changeList();
  const report = list.reportFor(null);
  const uses = componentUses();
  const context = { onComponents: uses.onComponents, unchanged: new Set<string>() };
  const operations = compareOperations({ before: old, after: now, list, ...context });
  compareDocuments(old, now, report);
  compareServers(old, now, report);
  compareSecuritySchemes(old, now, report);
  compareComponents(old, now, uses, report);
  const behaviorPath = behaviorPathOf(after) ?? behaviorPathOf(before);
  const [oldBehavior, behavior] = [await readBehaviorFile(before.behavior), await readBehaviorFile(after.behavior)];
  compareBehavior(oldBehavior, behavior, operations, (operation) => {
    const reportBehavior = list.reportFor(operation);
    return (kind, pointer, names) => reportBehavior(kind, `${behaviorPath}#${pointer}`, names);
  });
  // Deriving the operations of the sandbox takes long. Few changes affect what the sandbox does.
  if (list.includes(AFFECTS_SANDBOX)) {
    const [oldOperations, derived] = [await operationsOf(before), await operationsOf(after)];
    compareSandboxStatus(
      { operations: oldOperations, behavior: oldBehavior },
      { operations: derived, behavior },
      operations.renamed,
      list,
    );
    compareSeeds(
      { document: old, operations: oldOperations },
      { document: now, operations: derived },
      operations.renamed,
      list,
    );
  }
  const { date = new Date().toISOString().slice(0, 10) } = after;
  const changes = list.changes(locationsIn(after), removals(oldBehavior, date));
  return {
    bump: largestBump(changes.map(({ bump }) => bump)),
    changes: changes.toSorted((first, second) => BUMPS.indexOf(second.bump) - BUMPS.indexOf(first.bump)),
  };
}

/** Returns the path of a behavior file from the folder of the document. */
const behaviorPathOf = ({ document, behavior }: Contract): string | undefined =>
  behavior && relative(dirname(document), behavior);

const operationsOf = async ({ document }: Contract) => deriveOperations(await readDocument(document));
