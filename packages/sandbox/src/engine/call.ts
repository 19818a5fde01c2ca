import type { ApiFailure } from 'tools-document/behavior';
import type { BundledOperation, BundledResource, Missing } from '../bundled-document.js';
import type { Query } from './list.js';

/** The items of each resource by key. */
export type TenantState = Readonly<Record<string, Map<string, unknown>>>;

/** The values of a call, parsed and validated. */
export interface CallValues {
  /** Decoded path parameters by name. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  /** `undefined` without a body. */
  readonly body: unknown;
}

/** The responses and the effects of an operation, as the document shows them or the behavior file assumes them. */
export interface OperationRules {
  readonly status: number;
  /** Whether the response contains the item even if the document shows no body. */
  readonly showsItem: boolean;
  /** The response if the item does not exist. */
  readonly missing: Missing;
  readonly unique: readonly string[];
  readonly effect: { readonly removes: string; readonly field: string } | undefined;
}

/** The state of a sandbox, and what all operations need to read and change it. */
export interface Engine {
  readonly resources: Readonly<Record<string, BundledResource>>;
  readonly state: TenantState;
  /** The response if another item has the same id or the same value of a unique field. */
  readonly conflict: Omit<ApiFailure, 'source'>;
  /** Returns the time in milliseconds since the Unix epoch. */
  readonly clock: () => number;
  /** Whether the items of the behavior file replace the examples of the document. */
  readonly isAssumed: boolean;
}

/** A call of an operation on the items of a resource. */
export interface ResourceCall extends Engine, CallValues {
  readonly operation: BundledOperation;
  readonly rules: OperationRules;
  readonly resource: BundledResource;
  readonly items: Map<string, unknown>;
  /** Values of the outer parameters. */
  readonly outerValues: readonly string[];
  readonly id: string;
}
