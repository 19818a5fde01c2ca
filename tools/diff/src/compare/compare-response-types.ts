import { isFlagged } from 'tools-document/schema';
import type { TreeNode } from '../document-tree.ts';
import { operationsOf } from '../match-operations.ts';
import type { ReportChange } from '../policy.ts';
import { nodesIn } from '../references.ts';
import { mergeSchemas } from '../schema/merged-schema.ts';

const isHidden = (field: TreeNode): boolean => isFlagged(field, 'writeOnly');
const schemasOf = (document: TreeNode): TreeNode | undefined => document.child('components')?.child('schemas');

/** Compares the names that the types have for components in responses, such as `BookResponse` for `Book`. */
export function compareResponseTypes(
  before: TreeNode,
  after: TreeNode,
  renames: ReadonlyMap<string, string>,
  report: ReportChange,
): void {
  const [typeBefore, typeAfter] = [responseTypes(before), responseTypes(after)];
  for (const [component, node] of schemasOf(before)?.children() ?? []) {
    const renamed = renames.get(component) ?? component;
    const newNode = schemasOf(after)?.child(renamed);
    if (newNode === undefined) continue;
    const [old, now] = [typeBefore(component, node), typeAfter(renamed, newNode)];
    if (old.name === now.name || (old.name === component && now.name === renamed)) continue;
    // The type of the component still accepts responses unless it requires a field that they do not have.
    const isReplaced = old.name !== component || (old.isRead && now.isRequiring);
    if (isReplaced) report('response-component-renamed', newNode.refPointer, { name: old.name, to: now.name });
    else report('component-added', newNode.refPointer, { name: now.name });
  }
}

/**
 * Returns a function that describes the type of a component in responses. If requests also use the component, and it has
 * `writeOnly` fields, `withoutWriteOnly` gives responses a copy without these fields.
 */
function responseTypes(document: TreeNode) {
  const operations = operationsOf(document);
  const requests = operations.flatMap(({ node, parameters }) => [...parameters.values(), node.child('requestBody')]);
  const responses = operations.flatMap(({ node }) => [...new Map(node.child('responses')?.children()).values()]);
  const [sent, read] = [nodesIn(requests), nodesIn(responses, isHidden)];
  return (component: string, schema: TreeNode) => {
    const isRead = read.has(schema.id);
    const inner = isRead && sent.has(schema.id) ? nodesIn([schema], isHidden) : [];
    /** For each field that responses do not have, whether the component requires the field. */
    const hidden = [...inner.values()].flatMap((node) => {
      const { fields, required } = mergeSchemas([node]);
      return [...fields].filter(([, schemas]) => schemas.some(isHidden)).map(([name]) => required.has(name));
    });
    let name = component;
    if (hidden.length > 0)
      do name += 'Response';
      while (schemasOf(document)?.child(name) !== undefined);
    return { name, isRead, isRequiring: hidden.includes(true) };
  };
}
