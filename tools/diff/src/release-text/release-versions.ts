import { type OpenApiDocument, readDocument } from 'tools-document';
import type { Contract } from '../contract.ts';
import { compareContracts, type Verdict } from '../verdict.ts';
import type { DocumentVersions } from './operation-pairs.ts';

/** The two versions of a document, and their types as TypeScript. */
export interface ReleaseVersions extends DocumentVersions {
  readonly types: { readonly before: string; readonly after: string };
}

/**
 * Compares the contracts of two releases, and reads the documents and types for the text of the release.
 *
 * @param generateTypes Generates the TypeScript types of a document.
 */
export async function compareReleases(
  before: Contract,
  after: Contract,
  generateTypes: (document: OpenApiDocument) => Promise<string>,
): Promise<{ verdict: Verdict; versions: ReleaseVersions }> {
  const verdict = await compareContracts(before, after);
  const [old, now] = [await readDocument(before.document), await readDocument(after.document)];
  const types = { before: await generateTypes(old), after: await generateTypes(now) };
  return { verdict, versions: { before: old, after: now, types } };
}
