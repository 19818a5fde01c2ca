import { escapeKey, METHOD_KEYS, type OperationObject, type Parameter } from 'tools-document/model';
import { jsonOf, templateOf, unsendable } from 'tools-document/operations';
import type { ChangeList } from '../change-list.ts';
import type { TreeNode } from '../document-tree.ts';
import { matchOperations, type OperationNode, type OperationPair, operationsOf } from '../match-operations.ts';
import type { ReportChange } from '../policy.ts';
import type { SchemaContext } from '../schema/schema-context.ts';
import { compareOperationSecurity } from './compare-access.ts';
import { compareRequestBody } from './compare-bodies.ts';
import { canonicalUrl, compareServers } from './compare-documents.ts';
import { compareOthers, compareTexts } from './compare-members.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareResponses } from './compare-responses.ts';

/** Two documents, and the lists that the comparison of their operations extends. */
export interface OperationContext {
  readonly before: TreeNode;
  readonly after: TreeNode;
  readonly list: ChangeList;
  readonly onComponents: SchemaContext['onComponents'];
  /** Pairs of schemas without changes. Other operations can use the same schemas. */
  readonly unchanged: Set<string>;
}

/**
 * Compares the operations of two documents.
 *
 * @returns For each operation of both documents, its new id by its old id.
 */
export function compareOperations(context: OperationContext): ReadonlyMap<string, string> {
  const { pairs, removed, added } = matchOperations(operationsOf(context.before), operationsOf(context.after));
  for (const { id, method, path, node } of removed)
    context.list.reportFor(id)('operation-removed', node.pointer, { name: `${method} ${path}`, removed: node });
  for (const { id, method, path, node } of added)
    context.list.reportFor(id)('operation-added', node.pointer, { name: `${method} ${path}` });
  for (const pair of pairs) compareOperation(context, pair);
  return new Map(pairs.map(({ before, after }) => [before.id, after.id]));
}

const OPERATION_MEMBERS = [
  'operationId',
  'parameters',
  'requestBody',
  'responses',
  'security',
  'deprecated',
  'callbacks',
  'servers',
];

function compareOperation(context: OperationContext, pair: OperationPair): void {
  const { before, after } = pair;
  const report = context.list.reportFor(after.id);
  const name = `${after.method} ${after.path}`;
  compareAddress(pair, report);
  compareTexts(before.node, after.node, report, name, ['x-release-lifecycle']);
  compareTexts(before.item, after.item, report, name);
  compareLifecycle(pair, report);
  compareOperationSecurity(context, pair, report);
  const schemas = (direction: 'request' | 'response'): SchemaContext => ({
    direction,
    report,
    unchanged: context.unchanged,
    onComponents: context.onComponents,
  });
  compareParameters(pair, schemas('request'));
  compareRequestBody(before.node.child('requestBody'), after.node.child('requestBody'), schemas('request'), after);
  const obstacle = obstacleOf(after, before);
  if (obstacle !== undefined && obstacleOf(before) === undefined)
    report('command-removed', after.node.pointer, { name, to: obstacle });
  compareResponses(before.node, after.node, schemas('response'));
  compareOtherMembers(context, pair, report);
}

/**
 * Returns what callers must send, but the command line cannot send.
 *
 * @param before The old version of the operation. Callers may send the body of this version.
 */
function obstacleOf(operation: OperationNode, before?: OperationNode): string | undefined {
  // The cast is safe: the lint run has checked the members of parameters.
  const parameters = [...operation.parameters.values()].map(({ members }) => members as unknown as Parameter);
  const wasSent = before !== undefined && jsonOf(bodyOf(before)?.content) !== undefined;
  return unsendable(parameters, bodyOf(operation), wasSent || undefined);
}

/** Returns the request body. The cast is safe, like the cast of parameters. */
const bodyOf = ({ node }: OperationNode) => node.child('requestBody')?.members as OperationObject['requestBody'];

/** Compares the servers of an operation, and the members that no other module compares. */
function compareOtherMembers(
  documents: OperationContext,
  { before, after }: OperationPair,
  report: ReportChange,
): void {
  const name = `${after.method} ${after.path}`;
  const reportMember = (pointer: string) => (key: string) =>
    report('member-changed', `${pointer}/${escapeKey(key)}`, { name: `${key} of ${name}` });
  compareOthers(before.node, after.node, reportMember(after.node.pointer), OPERATION_MEMBERS);
  compareOthers(before.item, after.item, reportMember(after.item.pointer), ITEM_MEMBERS);
  const [old, now] = [serversOf(documents.before, before), serversOf(documents.after, after)];
  // The comparison of the documents reports changes of their servers.
  if (old === documents.before && now === documents.after) return;
  if (firstUrl(old) === firstUrl(now)) compareServers(old, now, report);
  else
    report('server-changed', `${now.pointer}/servers`, {
      name: 'the old server',
      to: `that the document shows for ${name}`,
    });
}

/** Returns the operation, the path item or the document: the first that shows servers applies. */
const serversOf = (document: TreeNode, { node, item }: OperationNode): TreeNode =>
  [node, item].find(({ members }) => Array.isArray(members['servers'])) ?? document;

const ITEM_MEMBERS = [...METHOD_KEYS, 'parameters', 'servers'];
/** Returns the URL of the server that the client uses. Without servers, it is `/`: OpenAPI 3.1, 4.8.1. */
const firstUrl = (node: TreeNode): string =>
  canonicalUrl(node.child('servers')?.children()[0]?.[1].members['url'] ?? '/');

/** Compares path, method and operation id. */
function compareAddress({ before, after }: OperationPair, report: ReportChange): void {
  const { pointer } = after.node;
  const isRenamed = before.path !== after.path;
  if (isRenamed) {
    const kind = templateOf(before.path) === templateOf(after.path) ? 'path-parameter-renamed' : 'path-renamed';
    report(kind, after.item.pointer, { name: before.path, to: after.path });
  }
  if (before.method !== after.method)
    report('method-changed', pointer, {
      name: `${before.method} ${before.path}`,
      to: `${after.method} ${after.path}`,
    });
  if (before.id !== after.id && (before.hasId || after.hasId))
    report('operation-id-renamed', `${pointer}/operationId`, { name: before.id, to: after.id });
}

function compareLifecycle({ before, after }: OperationPair, report: ReportChange): void {
  const name = `${after.method} ${after.path}`;
  const [was, is] = [before, after].map(({ node }) => node.members['deprecated'] === true);
  if (!was && is) report('operation-deprecated', `${after.node.pointer}/deprecated`, { name });
  if (was && !is) report('operation-undeprecated', `${after.node.pointer}/deprecated`, { name });
  const key = 'x-release-lifecycle';
  const to = after.node.members[key];
  if (before.node.members[key] === to) return;
  const kind = to === 'Deprecated' ? 'lifecycle-deprecated' : 'lifecycle-changed';
  report(kind, `${after.node.pointer}/${key}`, { name, to: String(to ?? 'not documented') });
}
