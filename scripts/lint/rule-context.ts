import type { ResolveNode } from 'tools-document/validation';

/** The context that Redocly passes to a lint rule with each node, as far as the rules use it. */
export interface RuleContext {
  readonly type: { readonly name: string; readonly properties: object; readonly extensionsPrefix?: string };
  readonly location: NodeLocation;
  report(problem: { message: string; location?: NodeLocation }): void;
  readonly resolve: ResolveNode;
  /** The node that contains the visited node. */
  readonly parent: object;
}

/** A place of the document. */
export interface NodeLocation {
  readonly pointer: string;
  child(name: string | readonly (string | number)[]): NodeLocation;
  /** The place of the node's key. */
  key(): NodeLocation;
}
