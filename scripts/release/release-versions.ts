import { type Contract, compareContracts, type Verdict } from 'tenant-management-diff';
import { readDocument } from 'tenant-management-document';
import { typesModule } from '../generate/types-module.ts';
import type { DocumentVersions } from './operation-pairs.ts';

/** The two versions of a document, and their types as TypeScript. */
export interface ReleaseVersions extends DocumentVersions {
  readonly types: { readonly before: string; readonly after: string };
}

/** Compares the contracts of two releases, and reads the documents and types for the text of the release. */
export async function compareReleases(
  before: Contract,
  after: Contract,
): Promise<{ verdict: Verdict; versions: ReleaseVersions }> {
  const verdict = await compareContracts(before, after);
  const [old, now] = [await readDocument(before.document), await readDocument(after.document)];
  const types = {
    before: await typesModule(old),
    after: await typesModule(now),
  };
  return { verdict, versions: { before: old, after: now, types } };
}
