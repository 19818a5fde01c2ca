import type { Direction } from 'tools-document/validation';
import type { TreeNode } from '../document-tree.ts';
import type { ChangeKind, Names, ReportChange } from '../policy.ts';

/** The kinds of changes of one direction, without the direction: `field-added` for `request-field-added`. */
export type KindIn<D extends Direction> = ChangeKind extends infer K
  ? K extends `${D}-${infer Rest}`
    ? Rest
    : never
  : never;

export interface SchemaContext {
  readonly direction: Direction;
  readonly report: ReportChange;
  /** Whether the value is in XML, so that the keyword `xml` has an effect. */
  readonly isXml?: boolean;
  /** Pairs of schemas without changes, for all operations. */
  readonly unchanged: Set<string>;
  /** Is called for each pair of components that are used at the same place. */
  readonly onComponents: (before: string, after: string) => void;
}

/** Passes the components of two nodes to `onComponents` if both nodes refer to a component. */
export function noteComponents(before: TreeNode, after: TreeNode, { onComponents }: SchemaContext): void {
  if (before.component !== undefined && after.component !== undefined) onComponents(before.component, after.component);
}

/** Reports a change whose kind depends on the direction. */
export function reportIn(
  { direction, report }: SchemaContext,
  kinds: { readonly request: ChangeKind | undefined; readonly response: ChangeKind | undefined },
  pointer: string,
  names: Names,
): void {
  const kind = kinds[direction];
  if (kind !== undefined) report(kind, pointer, names);
}

/** Returns the kinds of a change that has the same name in both directions. */
export const both = <K extends KindIn<'request'> & KindIn<'response'>>(kind: K) =>
  ({ request: `request-${kind}`, response: `response-${kind}` }) as const;
