import type { OperationEntry } from '../../scripts/openapi/document.ts';
import type { DerivedOperation } from '../../scripts/openapi/resources.ts';

/** An operation of the document, and the properties that are derived from it. */
export interface OperationSource {
  readonly entry: OperationEntry;
  readonly derived: DerivedOperation;
}
