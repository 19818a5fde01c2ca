import { type OpenApiDocument, resolve, usedComponents } from 'tools-document/model';
import { listOperations, type OperationEntry } from 'tools-document/operations';
import { readDocument } from 'tools-document/read';
import { callCode } from 'tools-document/samples';
import type { Contract } from '../contract.ts';
import { matchOperations } from '../match-operations.ts';
import { compareContracts, type Verdict } from '../verdict.ts';

export interface DocumentVersions {
  /** The document of the last release. */
  readonly before: OpenApiDocument;
  readonly after: OpenApiDocument;
}

/** An operation in both versions of the document; one is `undefined` if the operation was added or removed. */
export interface OperationVersions {
  readonly before: OperationEntry | undefined;
  readonly after: OperationEntry | undefined;
}

/** Pairs the operations of both documents as the verdict does, in the order of the documents. */
export function operationVersions(versions: DocumentVersions): OperationVersions[] {
  const before = listOperations(versions.before);
  const { pairs, added } = matchOperations(before, listOperations(versions.after));
  const matches = new Map(pairs.map((pair) => [pair.before, pair.after]));
  return [
    ...before.map((entry) => ({ before: entry, after: matches.get(entry) })),
    ...added.map((entry) => ({ before: undefined, after: entry })),
  ];
}

/** The JSON values in the code of a call: strings, numbers, booleans and null. */
const VALUE = /(?<=":)(?:"(?:[^"\\]|\\.)*"|[-\w.]+)/g;

/**
 * Returns the code of the call before and after the change, the old one as a comment. Returns no lines if the calls differ only
 * in values, because an example can change without a change of the API.
 */
export function callDifference({ before, after }: OperationVersions, versions: DocumentVersions): string[] {
  const oldCall = before && callCode(versions.before, before, 'management');
  const newCall = after && callCode(versions.after, after, 'management');
  if (oldCall?.replaceAll(VALUE, '') === newCall?.replaceAll(VALUE, '')) return [];
  return [oldCall && `// before: await ${oldCall};`, newCall && `await ${newCall};`].filter(
    (line) => line !== undefined,
  );
}

/**
 * Returns whether an operation refers to a component, directly or through other components.
 *
 * @param document The document of the operation.
 * @param group Group of the component, such as `schemas`.
 */
export function refersToComponent(
  document: OpenApiDocument,
  { path, method }: OperationEntry,
  group: string,
  name: string,
): boolean {
  // The references of an OperationEntry are resolved, so the operation is read from the document.
  const entries = Object.entries(resolve(document, document.paths[path] ?? {}).value);
  const own = Object.fromEntries(entries.filter(([key]) => key === 'parameters' || key === method.toLowerCase()));
  return usedComponents(document, own, 'pathItems').some((one) => one.group === group && one.name === name);
}

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
