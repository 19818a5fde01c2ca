import type { DerivedOperation, OperationEntry } from 'tools-document';

/** An operation of the document, and the properties that are derived from it. */
export interface OperationSource {
  readonly entry: OperationEntry;
  readonly derived: DerivedOperation;
}
