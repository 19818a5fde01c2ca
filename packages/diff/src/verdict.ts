import type { Bump, Change } from './change.ts';
import { changeList, largestBump } from './change-list.ts';
import { compareBehavior, readBehaviorFile } from './compare/compare-behavior.ts';
import { compareComponents, componentUses } from './compare/compare-components.ts';
import { compareDocuments } from './compare/compare-documents.ts';
import { compareOperations } from './compare/compare-operations.ts';
import { compareSandboxStatus } from './compare/compare-sandbox-status.ts';
import { compareSecuritySchemes } from './compare/compare-security-schemes.ts';
import { compareServers } from './compare/compare-servers.ts';
import { compareVersion } from './compare/compare-version.ts';
import { readPlaces } from './place.ts';

/** The result of a comparison of two contracts. */
export interface Verdict {
  /** The largest bump of the changes. */
  readonly bump: Bump;
  readonly changes: readonly Change[];
}

/** The files of a contract. */
export interface Contract {
  /** Absolute path of the OpenAPI document. Its references can name other files. */
  readonly document: string;
  /** Absolute path of the sandbox's behavior file, if there is one. */
  readonly behavior?: string;
}

/** Kinds of changes that can affect the statuses of the sandbox, including the statuses of other operations. */
const AFFECTS_STATUSES = ['operation-added', 'operation-removed', 'success-status-refined', 'success-status-widened'];

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
  const operations = compareOperations({
    before: old,
    after: now,
    list,
    onComponents: uses.onComponents,
    unchanged: new Set(),
  });
  compareDocuments(old, now, report);
  compareVersion(old, now, report);
  compareServers(old, now, report);
  compareSecuritySchemes(old, now, report);
  compareComponents(old, now, uses, report);
  const [oldBehavior, behavior] = [await readBehaviorFile(before.behavior), await readBehaviorFile(after.behavior)];
  compareBehavior(oldBehavior, behavior, operations, list.reportFor);
  // The sandbox derives statuses from the whole document, which takes long to read. Few changes affect the statuses.
  if (list.changes().some(({ kind }) => AFFECTS_STATUSES.includes(kind)))
    await compareSandboxStatus(
      { document: before.document, behavior: oldBehavior },
      { document: after.document, behavior },
      operations.renamed,
      list,
    );
  const changes = list.changes();
  return { bump: largestBump(changes.map(({ bump }) => bump)), changes };
}
