import { parameterNames } from 'tools-document/operations';
import { typesOf } from 'tools-document/schema';
import type { TreeNode } from '../document-tree.ts';
import type { OperationPair } from '../match-operations.ts';
import type { ReportChange } from '../policy.ts';
import { findRenames } from '../renames.ts';
import { noteComponents, type SchemaContext } from '../schema/schema-context.ts';
import { compareMediaTypes } from './compare-bodies.ts';
import { compareOthers, compareTexts } from './compare-members.ts';
import { compareSchemas } from './compare-schemas.ts';

export function compareParameters({ before, after }: OperationPair, context: SchemaContext): void {
  const pathNames = renamedPathParameters(before.path, after.path);
  const old = new Map([...before.parameters].map(([key, node]) => [pathNames.get(key) ?? key, node]));
  const removed = new Map([...old].filter(([key]) => !after.parameters.has(key)));
  const added = new Map([...after.parameters].filter(([key]) => !old.has(key)));
  const values = (nodes: ReadonlyMap<string, TreeNode>) =>
    new Map([...nodes].map(([key, { members }]) => [key, { ...members, name: undefined }]));
  const renames = findRenames(values(removed), values(added));
  // A parameter that moved, for example from the header to the query, is still the same component.
  for (const { component } of [...removed.values(), ...added.values()])
    if (component !== undefined) context.onComponents(component, component);
  for (const [key, to] of renames) {
    const [was, is] = [removed.get(key), added.get(to)];
    removed.delete(key);
    added.delete(to);
    if (is === undefined || was === undefined) continue;
    context.report('parameter-renamed', is.refPointer, { name: nameOf(was), to: nameOf(is) });
  }
  for (const node of removed.values())
    context.report('parameter-removed', node.refPointer, { name: nameOf(node), removed: node });
  for (const node of added.values()) {
    const kind = isRequired(node) ? 'required-parameter-added' : 'parameter-added';
    context.report(kind, node.refPointer, { name: nameOf(node) });
  }
  for (const [key, node] of old) {
    const now = after.parameters.get(key);
    if (now !== undefined) compareParameter(node, now, context);
  }
}

/** Returns the new key of each path parameter whose name changed; the position in the path identifies a parameter. */
function renamedPathParameters(before: string, after: string): Map<string, string> {
  const names = (path: string) => parameterNames(path).map((name) => `path ${name}`);
  const [old, now] = [names(before), names(after)];
  return new Map(old.length === now.length ? old.map((key, index) => [key, now[index] ?? key]) : []);
}

const nameOf = ({ members }: TreeNode): string => String(members['name']);
const isRequired = ({ members }: TreeNode): boolean => members['required'] === true || members['in'] === 'path';

const PARAMETER_MEMBERS = [
  'name',
  'in',
  'required',
  'deprecated',
  'schema',
  'content',
  'style',
  'explode',
  'allowEmptyValue',
  'allowReserved',
];

/** Returns the style and `explode` of a parameter, with the defaults of OpenAPI 3.1, 4.8.12.2. */
function serializationOf({ members }: TreeNode): Record<'style' | 'explode', unknown> {
  const style = members['style'] ?? (['query', 'cookie'].includes(String(members['in'])) ? 'form' : 'simple');
  return { style, explode: members['explode'] ?? style === 'form' };
}

/** Returns whether values are only texts, numbers, booleans or null, for which `explode` has no effect. */
export const arePrimitive = (...versions: readonly TreeNode[]): boolean =>
  versions.every((node) => {
    const schema = node.child('schema');
    return schema && typesOf(schema, [], true)?.every((type) => type !== 'array' && type !== 'object');
  });

function compareParameter(before: TreeNode, after: TreeNode, context: SchemaContext): void {
  const { report } = context;
  const name = nameOf(after);
  const { pointer } = after;
  noteComponents(before, after, context);
  compareTexts(before, after, report, name);
  if (!isRequired(before) && isRequired(after)) report('parameter-became-required', pointer, { name });
  if (isRequired(before) && !isRequired(after)) report('parameter-became-optional', pointer, { name });
  compareDeprecated(before, after, report, name);
  compareOthers(
    before,
    after,
    (key) => report('parameter-serialization-changed', `${pointer}/${key}`, { name }),
    PARAMETER_MEMBERS,
  );
  compareFlags(before, after, report, name);
  const [serialization, newSerialization] = [serializationOf(before), serializationOf(after)];
  const hasNoEffect = arePrimitive(before, after);
  for (const key of ['style', 'explode'] as const) {
    if (serialization[key] !== newSerialization[key])
      report(
        key === 'explode' && hasNoEffect ? 'text-changed' : 'parameter-serialization-changed',
        `${pointer}/${key}`,
        { name },
      );
  }
  const [old, now] = [before.child('schema'), after.child('schema')];
  if (old !== undefined && now !== undefined) compareSchemas(context, old, now, name);
  else if (old !== undefined || now !== undefined) report('parameter-serialization-changed', pointer, { name });
  compareMediaTypes(before.child('content'), after.child('content'), {
    context,
    name,
    onAdded: () => report('parameter-serialization-changed', `${pointer}/content`, { name }),
    onRemoved: () => report('parameter-serialization-changed', `${pointer}/content`, { name }),
  });
}

/** Compares flags that are `false` by default. */
function compareFlags(before: TreeNode, after: TreeNode, report: ReportChange, name: string): void {
  for (const flag of ['allowEmptyValue', 'allowReserved']) {
    const [was, is] = [before, after].map(({ members }) => members[flag] === true);
    const isWider = flag === 'allowEmptyValue' && is;
    if (was !== is)
      report(isWider ? 'parameter-empty-allowed' : 'parameter-serialization-changed', `${after.pointer}/${flag}`, {
        name,
      });
  }
}

function compareDeprecated(before: TreeNode, after: TreeNode, report: ReportChange, name: string): void {
  const [was, is] = [before, after].map(({ members }) => members['deprecated'] === true);
  if (was === is) return;
  report(is ? 'parameter-deprecated' : 'text-changed', `${after.pointer}/deprecated`, { name });
}
