import { escapeKey } from 'tools-document/model';
import { isJsonType } from 'tools-document/operations';
import type { TreeNode } from '../document-tree.ts';
import type { OperationNode } from '../match-operations.ts';
import { both, noteComponents, reportIn, type SchemaContext } from '../schema/schema-context.ts';
import { compareMembers, compareOthers, compareTexts } from './compare-members.ts';

import { compareSchemas } from './compare-schemas.ts';
import { typesIn } from './compare-types.ts';

/** Compares the request body of an operation. */
export function compareRequestBody(
  before: TreeNode | undefined,
  after: TreeNode | undefined,
  context: SchemaContext,
  { node }: OperationNode,
): void {
  const { report } = context;
  const pointer = `${node.pointer}/requestBody`;
  if (before === undefined || after === undefined) {
    if (before !== undefined) report('request-body-removed', pointer);
    if (after !== undefined) report(isRequired(after) ? 'required-request-body-added' : 'request-body-added', pointer);
    return;
  }
  noteComponents(before, after, context);
  compareTexts(before, after, report, 'the body');
  if (!isRequired(before) && isRequired(after)) report('request-body-became-required', after.pointer);
  if (isRequired(before) && !isRequired(after)) report('request-body-became-optional', after.pointer);
  compareOthers(before, after, (key) => report('member-changed', `${after.pointer}/${key}`, { name: key }), [
    'required',
    'content',
  ]);
  const hasJson = (before.child('content')?.children() ?? []).some(([type]) => isJsonType(type));
  compareMediaTypes(before.child('content'), after.child('content'), {
    context,
    name: '',
    // The client sends JSON if the document shows JSON, so the first JSON media type changes the type of the body.
    onAdded: (name, at) =>
      report(isJsonType(name) && !hasJson ? 'request-body-became-json' : 'request-media-type-added', at, { name }),
    onRemoved: (name, at) => report('request-media-type-removed', at, { name }),
  });
}

const isRequired = ({ members }: TreeNode): boolean => members['required'] === true;

/** Options of the comparison of media types. */
export interface MediaTypeOptions {
  readonly context: SchemaContext;
  /** Name of the body in actions, or an empty string. */
  readonly name: string;
  readonly onAdded: (mediaType: string, pointer: string) => void;
  readonly onRemoved: (mediaType: string, pointer: string) => void;
}

/** Compares the media types of a body, and the schemas of the media types that both versions have. */
export function compareMediaTypes(
  before: TreeNode | undefined,
  after: TreeNode | undefined,
  { context, name, onAdded, onRemoved }: MediaTypeOptions,
): void {
  compareMembers(
    before,
    after,
    {
      onRemoved: (mediaType, { refPointer }) => onRemoved(mediaType, refPointer),
      onAdded: (mediaType, { refPointer }) => onAdded(mediaType, refPointer),
      onBoth: (mediaType, old, now) =>
        compareMediaType(old, now, { ...context, isXml: /[/+]xml\s*(;|$)/i.test(mediaType) }, name),
    },
    // Media types are not case-sensitive: RFC 9110 section 8.3.1.
    (mediaType) => mediaType.toLowerCase().replaceAll(/\s*;\s*/g, ';'),
  );
}

function compareMediaType(before: TreeNode, after: TreeNode, context: SchemaContext, name: string): void {
  const { direction, report } = context;
  compareTexts(before, after, report, name);
  const kind = direction === 'request' ? 'request-encoding-changed' : 'response-serialization-changed';
  const others = ['schema', 'encoding'];
  compareOthers(before, after, (key) => report(kind, `${after.pointer}/${escapeKey(key)}`, { name }), others);
  const reportEncoding = (part: string, { pointer }: TreeNode) => report(kind, pointer, { name: part });
  compareMembers(before.child('encoding'), after.child('encoding'), {
    onRemoved: reportEncoding,
    onAdded: reportEncoding,
    onBoth: (part, old, now) => {
      compareTexts(old, now, report, part);
      compareOthers(old, now, () => reportEncoding(part, now), ['contentType']);
      compareContentType(context, old, now, part);
    },
  });
  const [old, now] = [before.child('schema'), after.child('schema')];
  if (old !== undefined && now !== undefined) compareSchemas(context, old, now, name);
  else if (now !== undefined) compareUnknown(context, after.pointer, now, true);
  else if (old !== undefined) compareUnknown(context, after.pointer, old, false);
}

/** Compares the media types of a part of a body, which are a list such as `image/png, text/*`. */
function compareContentType(context: SchemaContext, before: TreeNode, after: TreeNode, name: string): void {
  const [was, is] = [before, after].map(({ members }) =>
    String(members['contentType'] ?? '')
      .toLowerCase()
      .split(/\s*,\s*/),
  );
  const covers = (types: readonly string[] = [], others: readonly string[] = []) =>
    others.every((type) => types.some((one) => one === type || one === '*/*' || one === type.replace(/\/.*/, '/*')));
  const [isNarrower, isWider] = [covers(was, is), covers(is, was)];
  if (isNarrower && isWider) return;
  const request = isWider ? 'request-bounds-widened' : 'request-encoding-changed';
  const response = isNarrower ? 'response-bounds-narrowed' : 'response-serialization-changed';
  const names = { name, from: was?.join(', ') ?? '', to: is?.join(', ') ?? '' };
  reportIn(context, { request, response }, `${after.pointer}/contentType`, names);
}

/** Reports a schema that was added or removed: a value without a schema can have any type. */
function compareUnknown(context: SchemaContext, pointer: string, schema: TreeNode, isAdded: boolean): void {
  const types = typesIn([schema]);
  const names = isAdded ? { from: 'any', to: types } : { from: types, to: 'any' };
  const kinds = isAdded ? { ...both('type-narrowed'), response: 'response-type-shown' as const } : both('type-widened');
  reportIn(context, kinds, pointer, names);
}
