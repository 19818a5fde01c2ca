/** The part of the version that a change must raise by Semantic Versioning; `none` if nothing has changed. */
export type Bump = 'none' | 'patch' | 'minor' | 'major';

/** Bumps from the smallest to the largest. */
export const BUMPS: readonly Bump[] = ['none', 'patch', 'minor', 'major'];

/** Returns the largest of some bumps, or `none` if there are none. */
export const largestBump = (bumps: readonly Bump[]): Bump => BUMPS.findLast((bump) => bumps.includes(bump)) ?? 'none';

/** Returns whether a bump is as large as a limit; false if the limit is `none`. */
export const reaches = (bump: Bump, limit: Bump): boolean =>
  limit !== 'none' && BUMPS.indexOf(bump) >= BUMPS.indexOf(limit);

/** A group that a change affects: readers of responses, senders of requests, operators, or tests on the sandbox. */
export type Audience = 'readers' | 'senders' | 'operators' | 'sandbox';

/** A line of a file of the contract after the changes. */
export interface Location {
  /** Path relative to the root of the contract. */
  readonly file: string;
  /** The line of the changed place; for a removed place, the line of the closest parent that is left. */
  readonly line: number;
}

/** One change of the contract. */
export interface Change extends Location {
  /** Operation id; `null` if the change concerns more than one operation, or no operation. */
  readonly operation: string | null;
  /** Ids of all operations that the change affects; empty if it concerns no operation. */
  readonly operations: readonly string[];
  /** JSON pointer (RFC 6901) of the changed place; for a removed place, in the old document. */
  readonly pointer: string;
  /** The kind of the change, such as `response-field-removed`. */
  readonly kind: string;
  readonly breaks: readonly Audience[];
  readonly bump: Bump;
  /** Instruction for callers, as one sentence. */
  readonly action: string;
  /** For a removal, a sentence that says whether a deprecation announced it. */
  readonly removal?: string;
}
