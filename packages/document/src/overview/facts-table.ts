import { isInOperation } from '../json-pointer.ts';

/** One fact of the source of a document, as the page shows it. */
export interface FactRow {
  /** Sections of the source, separated by a comma and a space, or `ours` for a decision. */
  readonly section: string;
  /** The fact in one sentence, without the period. */
  readonly name: string;
  /** JSON Pointer to the place in the document that encodes the fact. Words can come before and after the pointer. */
  readonly pointer: string;
  /** Additional checks of the fact: keys of `checks`, or `lint: <name>` for a lint rule. */
  readonly alsoCheckedBy: readonly string[];
}

/** All facts of one document. */
export interface FactsTable {
  /** Path of the document, from the root of the project. */
  readonly document: string;
  /** Headings of the page, in order. If section 5.1 has no heading, the page lists its facts under section 5. */
  readonly headings: readonly (readonly [section: string, title: string])[];
  readonly checks: Readonly<Record<string, { readonly file: string; readonly meaning: string }>>;
  readonly facts: readonly FactRow[];
}

/** Method and path of an operation. */
export type FactOperation = { readonly method: string; readonly path: string };

/** Returns whether any fact is about an operation: the fact points to the operation or to a part of the operation. */
export const hasFacts = (call: FactOperation, { facts }: Pick<FactsTable, 'facts'>): boolean =>
  facts.some(({ pointer }) => isInOperation(pointer, call));

/** Returns the section under whose heading the page lists a fact: the first section of the fact, or its chapter. */
export function factHeading({ section }: FactRow, { headings }: FactsTable): string {
  const first = section.split(', ')[0] ?? '';
  return headings.some(([known]) => known === first) ? first : (first.split('.')[0] ?? '');
}
