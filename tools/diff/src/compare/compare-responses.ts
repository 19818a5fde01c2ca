import { escapeKey } from 'tools-document/model';
import { documentedKey, isJsonType } from 'tools-document/operations';
import type { TreeNode } from '../document-tree.ts';
import { isEqualWithTargets } from '../references.ts';
import { noteComponents, type SchemaContext } from '../schema/schema-context.ts';
import { compareMediaTypes } from './compare-bodies.ts';
import { compareOthers, compareTexts } from './compare-members.ts';
import { arePrimitive } from './compare-parameters.ts';
import { compareSchemas } from './compare-schemas.ts';

/** The responses of one version of an operation. */
interface Responses {
  readonly byStatus: ReadonlyMap<string, TreeNode>;
  /** Whether `default` describes the success, because no 2xx is documented. */
  readonly defaultIsSuccess: boolean;
}

function responsesOf(operation: TreeNode): Responses {
  const members = operation.child('responses')?.children() ?? [];
  const byStatus = new Map(members.filter(([key]) => !key.startsWith('x-')));
  return { byStatus, defaultIsSuccess: ![...byStatus.keys()].some((key) => key.startsWith('2')) };
}

/** Compares the responses of an operation. */
export function compareResponses(before: TreeNode, after: TreeNode, context: SchemaContext): void {
  const [old, now] = [responsesOf(before), responsesOf(after)];
  const [responses, newResponses] = [before.child('responses'), after.child('responses')];
  if (responses !== undefined && newResponses !== undefined)
    compareTexts(responses, newResponses, context.report, 'the responses');
  const removed = [...old.byStatus].filter(([key]) => !now.byStatus.has(key) && !isRefined(key, old, now));
  const added = [...now.byStatus].filter(([key]) => !old.byStatus.has(key) && !isRefined(key, now, old));
  for (const [key, node] of old.byStatus) {
    const other = now.byStatus.get(key);
    if (other !== undefined) compareOneResponse(node, other, context, { key, ...kindOf(key, now) });
  }
  const changed = changedSuccess(removed, added, old, now);
  if (changed !== undefined) {
    const [[from, was], [to, is]] = changed;
    context.report('success-status-changed', is.refPointer, { name: from, to });
    compareOneResponse(was, is, context, { key: to, isSuccess: true, wasRange: false });
  }
  for (const [key, node] of added) {
    if (node !== changed?.[1][1]) reportAdded(key, node, old, now, context);
  }
  for (const [key, node] of removed) {
    if (node !== changed?.[0][1]) reportRemoved(key, node, old, now, context);
  }
}

const isSuccess = (key: string, { defaultIsSuccess }: Responses): boolean =>
  key.startsWith('2') || (key === 'default' && defaultIsSuccess);

const kindOf = (key: string, responses: Responses) => ({ isSuccess: isSuccess(key, responses), wasRange: false });

/**
 * Returns the range or `default` that covers a status, or `undefined`. `default` covers a success only if no 2xx is
 * documented.
 */
function covering(status: string, responses: Responses): string | undefined {
  const key = documentedKey({ responses: Object.fromEntries(responses.byStatus) }, status);
  return key === 'default' && status.startsWith('2') && !responses.defaultIsSuccess ? undefined : key;
}

/** Returns whether a range or `default` of one version covers successful statuses that only the other version lists. */
function isRefined(key: string, old: Responses, now: Responses): boolean {
  const isRange = key === 'default' || /^\dXX$/i.test(key);
  return (
    isRange &&
    isSuccess(key, old) &&
    [...now.byStatus.keys()].some((status) => !old.byStatus.has(status) && covering(status, old) === key)
  );
}

/**
 * Returns the removed and the added response if exactly one 2xx status was removed, exactly one was added, and no range
 * such as `2XX` covers them.
 */
function changedSuccess(
  removed: readonly (readonly [string, TreeNode])[],
  added: readonly (readonly [string, TreeNode])[],
  old: Responses,
  now: Responses,
) {
  const exact = (key: string) => /^2\d\d$/.test(key);
  const [was, ...othersBefore] = removed.filter(([key]) => exact(key));
  const [is, ...othersAfter] = added.filter(([key]) => exact(key) && covering(key, old) === undefined);
  if (was === undefined || is === undefined || othersBefore.length + othersAfter.length > 0) return undefined;
  return covering(was[0], now) === undefined ? ([was, is] as const) : undefined;
}

function reportAdded(key: string, node: TreeNode, old: Responses, now: Responses, context: SchemaContext): void {
  const { report } = context;
  const success = isSuccess(key, now);
  const range = covering(key, old);
  const covered = range === undefined ? undefined : old.byStatus.get(range);
  if (!success) report('failure-status-added', node.refPointer, { name: key });
  else if (covered === undefined) report('success-status-added', node.refPointer, { name: key });
  else report('success-status-refined', node.refPointer, { name: range ?? '', to: key });
  if (covered !== undefined) compareOneResponse(covered, node, context, { key, isSuccess: success, wasRange: true });
}

function reportRemoved(key: string, node: TreeNode, old: Responses, now: Responses, { report }: SchemaContext): void {
  const range = covering(key, now);
  if (!isSuccess(key, old)) report('failure-status-removed', node.refPointer, { name: key });
  else if (range === undefined) report('success-status-removed', node.refPointer, { name: key });
  else report('success-status-widened', node.refPointer, { name: key, to: range });
}

interface ResponseKind {
  readonly key: string;
  readonly isSuccess: boolean;
  /** Whether a range or `default` described the response before. */
  readonly wasRange: boolean;
}

function compareOneResponse(before: TreeNode, after: TreeNode, context: SchemaContext, kind: ResponseKind): void {
  const { report } = context;
  if (!kind.wasRange) noteComponents(before, after, context);
  if (!kind.wasRange) compareTexts(before, after, report, kind.key);
  compareHeaders(before.child('headers'), after.child('headers'), context);
  const [old, now] = [before.child('content'), after.child('content')];
  if (old === undefined && now !== undefined) reportContent(after, context, kind);
  else if (old !== undefined && now === undefined) report('response-content-removed', before.pointer);
  else {
    const wasJson = (old?.children() ?? []).map(([type]) => isJsonType(type));
    // The body of a failure has a type only if all its content is JSON. With other content, its type becomes unknown.
    const isTyped = (type: string) =>
      kind.isSuccess ? wasJson.includes(true) || isJsonType(type) : wasJson.length > 0 && !wasJson.includes(false);
    const schemaOf = (type: string) => now?.child(type)?.child('schema');
    /** Whether JSON that both versions show has the same schema, so that the type of the body stays the same. */
    const isRepeated = (type: string) =>
      isJsonType(type) &&
      (old?.children() ?? []).some(
        ([other]) => isJsonType(other) && schemaOf(other) && isEqualWithTargets(schemaOf(other), schemaOf(type)),
      );
    const added = (type: string) => {
      if (isRepeated(type)) return 'response-media-type-repeated';
      return isTyped(type) ? 'response-media-type-added' : 'failure-media-type-added';
    };
    compareMediaTypes(old, now, {
      context,
      name: '',
      onAdded: (name, pointer) => report(added(name), pointer, { name }),
      onRemoved: (name, pointer) => report('response-media-type-removed', pointer, { name }),
    });
  }
  if (kind.wasRange) return;
  compareOthers(before, after, (key) => report('member-changed', `${after.pointer}/${escapeKey(key)}`, { name: key }), [
    'headers',
    'content',
    'links',
  ]);
}

/** Reports new content. The type was `unknown` for a range, `default` and a failure, and `undefined` for a success. */
function reportContent(
  { pointer }: TreeNode,
  { report }: SchemaContext,
  { key, isSuccess, wasRange }: ResponseKind,
): void {
  const wasUnknown = wasRange || !isSuccess || !/^\d{3}$/.test(key);
  report(wasUnknown ? 'response-content-refined' : 'response-content-added', `${pointer}/content`);
}

/** Compares the header fields of a response. Their names are not case-sensitive: RFC 9110 section 5.1. */
function compareHeaders(before: TreeNode | undefined, after: TreeNode | undefined, context: SchemaContext): void {
  const { report } = context;
  const byName = (node: TreeNode | undefined) =>
    new Map((node?.children() ?? []).map(([name, header]) => [name.toLowerCase(), { name, header }]));
  const [old, now] = [byName(before), byName(after)];
  for (const [key, { name, header }] of old) {
    const other = now.get(key)?.header;
    if (other === undefined) report('response-header-removed', header.refPointer, { name, removed: header });
    else compareHeader(header, other, context, name);
  }
  for (const [key, { name, header }] of now) {
    if (!old.has(key)) report('response-header-added', header.refPointer, { name });
  }
}

function compareHeader(before: TreeNode, after: TreeNode, context: SchemaContext, name: string): void {
  const { report } = context;
  const { pointer } = after;
  noteComponents(before, after, context);
  compareTexts(before, after, report, name);
  const [was, is] = [before, after].map(({ members }) => members['required'] === true);
  if (was && !is) report('response-header-became-optional', pointer, { name });
  if (!was && is) report('response-header-became-required', pointer, { name });
  const isDeprecated = after.members['deprecated'] === true;
  if ((before.members['deprecated'] === true) !== isDeprecated)
    report(isDeprecated ? 'response-header-deprecated' : 'text-changed', `${pointer}/deprecated`, { name });
  compareOthers(before, after, (key) => report('response-serialization-changed', `${pointer}/${key}`, { name }), [
    'required',
    'schema',
    'deprecated',
    'style',
    'explode',
  ]);
  // The style of a header field is always `simple`: OpenAPI 3.1, 4.8.21.
  if ((before.members['explode'] === true) !== (after.members['explode'] === true))
    report(arePrimitive(before, after) ? 'text-changed' : 'response-serialization-changed', `${pointer}/explode`, {
      name,
    });
  const [old, now] = [before.child('schema'), after.child('schema')];
  if (old !== undefined && now !== undefined) compareSchemas(context, old, now, name);
  else if (old !== undefined || now !== undefined) report('response-serialization-changed', pointer, { name });
}
