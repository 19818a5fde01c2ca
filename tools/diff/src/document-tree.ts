import { escapeKey, hasMembers, isObject, type JsonObject, type Keys, keysIn, keysOf } from 'tools-document/model';
import { readDocumentFile } from 'tools-document/read';
import type { SchemaNode } from 'tools-document/schema';

/** A value of a document with its location. A reference is replaced with its target. */
export interface TreeNode extends SchemaNode<TreeNode> {
  /** The path of the document and the JSON pointer. No other node of both versions has the same identity. */
  readonly id: string;
  /** JSON pointer (RFC 6901) of the value. */
  readonly pointer: string;
  /** JSON pointer of the reference to the value, or of the value itself. */
  readonly refPointer: string;
  /** Name of the component to which the last reference to the value refers, such as `schemas/Book`. */
  readonly component: string | undefined;
  /**
   * The target of a reference and the members next to the reference, if there are such members. The value contains both;
   * in a schema, both apply.
   */
  readonly parts?: readonly [target: TreeNode, siblings: TreeNode];
}

/** Longest chain of references that is followed. A longer chain is circular. */
const MAX_REFERENCES = 50;

/**
 * Reads the root of a document.
 *
 * @throws Error If the file cannot be read or parsed, if a reference has no target, or if a value contains itself by an
 *   alias. The message names the file.
 */
export async function readDocumentTree(file: string): Promise<TreeNode> {
  const content = await readDocumentFile(file);
  return nodeAt({ file, content, nodes: new Map() }, '', content);
}

/** The document that is read. */
interface Source {
  readonly file: string;
  readonly content: unknown;
  /** The nodes without references that have been read, by pointer. */
  readonly nodes: Map<string, TreeNode>;
}

function nodeAt(source: Source, pointer: string, value: unknown, depth = 0, keys: Keys = 'keywords'): TreeNode {
  const reference = isObject(value) ? value['$ref'] : undefined;
  if (typeof reference === 'string') return follow(source, pointer, reference, value as JsonObject, depth);
  const node = source.nodes.get(pointer) ?? createNode(source, pointer, value, keys);
  source.nodes.set(pointer, node);
  return node;
}

/** Creates the node of a value. In data, such as a default, `$ref` has no meaning. */
function createNode(source: Source, pointer: string, value: unknown, keys: Keys = 'keywords'): TreeNode {
  const isContainer = hasMembers(value);
  const memberAt = (key: string, inner: unknown): TreeNode => {
    const at = `${pointer}/${escapeKey(key)}`;
    const next = keysIn(key, inner, keys);
    return next === 'data' ? createNode(source, at, inner, next) : nodeAt(source, at, inner, 0, next);
  };
  let children: Map<string, TreeNode> | undefined;
  const read = (): Map<string, TreeNode> => {
    children ??= new Map(Object.entries(isContainer ? value : {}).map(([key, inner]) => [key, memberAt(key, inner)]));
    return children;
  };
  return {
    value,
    members: isObject(value) ? value : {},
    id: `${source.file}#${pointer}`,
    pointer,
    refPointer: pointer,
    component: undefined,
    child: (key) => (isContainer && Object.hasOwn(value, key) ? read().get(key) : undefined),
    children: () => [...read()],
  };
}

/** Returns the target of a reference. Members next to `$ref`, such as a description, replace those of the target. */
function follow(source: Source, from: string, reference: string, members: JsonObject, depth: number): TreeNode {
  const pointer = decodeURIComponent(reference.slice('#'.length));
  const keys = keysOf(pointer);
  let value: unknown = pointer === '' || pointer.startsWith('/') ? source.content : undefined;
  for (const key of keys) value = hasMembers(value) ? (value as JsonObject)[key] : undefined;
  if (value === undefined || depth > MAX_REFERENCES)
    throw new Error(`${source.file}: the $ref at ${from} must have a target; correct or remove the reference`);
  const target = nodeAt(source, pointer, value, depth + 1);
  const { $ref: _, ...siblings } = members;
  const node = Object.keys(siblings).length > 0 ? withSiblings(target, createNode(source, from, siblings)) : target;
  return { ...node, component: target.component ?? keys.slice(-2).join('/'), refPointer: from };
}

function withSiblings(target: TreeNode, siblings: TreeNode): TreeNode {
  const next = { ...siblings, id: `${siblings.id} without its target` };
  const value = { ...target.members, ...siblings.members };
  return {
    ...target,
    value,
    members: value,
    id: siblings.id,
    parts: [target, next],
    child: (key) => next.child(key) ?? target.child(key),
    children: () => [...new Map([...target.children(), ...next.children()])],
  };
}
