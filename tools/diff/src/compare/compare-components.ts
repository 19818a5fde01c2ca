import { isDeepStrictEqual } from 'node:util';
import type { Direction } from 'tools-document/validation';
import { withoutTexts } from '../descriptive-texts.ts';
import type { TreeNode } from '../document-tree.ts';
import { POLICY, type ReportChange } from '../policy.ts';
import { isEqualWithTargets } from '../references.ts';
import { findRenames } from '../renames.ts';
import { compareMembers, compareTexts } from './compare-members.ts';
import { compareResponseTypes } from './compare-response-types.ts';
import { compareSchemas } from './compare-schemas.ts';

/** The kinds of components whose names the generated types contain. */
const NAMED = ['schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'pathItems'];

/** Records which components two documents use at the same places. */
export interface ComponentUses {
  readonly onComponents: (before: string, after: string) => void;
  /** Returns the new names of an old component. */
  namesAfter(before: string): ReadonlySet<string>;
}

export function componentUses(): ComponentUses {
  const uses = new Map<string, Set<string>>();
  return {
    onComponents: (before, after) => uses.set(before, (uses.get(before) ?? new Set()).add(after)),
    namesAfter: (before) => uses.get(before) ?? new Set(),
  };
}

/** Compares the names of components, and the schemas that no operation uses. */
export function compareComponents(before: TreeNode, after: TreeNode, uses: ComponentUses, report: ReportChange): void {
  const unchanged = new Set<string>();
  for (const group of NAMED) {
    const [old, now] = [before, after].map((document) => document.child('components')?.child(group));
    const removed = new Map<string, TreeNode>();
    const added = new Map<string, TreeNode>();
    compareMembers(old, now, {
      onRemoved: (name, node) => removed.set(name, node),
      onAdded: (name, node) => added.set(name, node),
      onBoth: (name, was, is) => compareUnused(`${group}/${name}`, was, is, uses, report, unchanged),
    });
    const renames = new Map(renamesIn(group, removed, added, uses));
    for (const [name, to] of renames) {
      const node = added.get(to);
      removed.delete(name);
      added.delete(to);
      report('component-renamed', node?.refPointer ?? '', { name, to });
    }
    for (const [name, { refPointer }] of removed) report('component-removed', refPointer, { name });
    for (const [name, { refPointer }] of added) report('component-added', refPointer, { name });
    if (group === 'schemas') compareResponseTypes(before, after, renames, report);
  }
}

/** Finds renamed components. A new component replaces a renamed component in all places, or has an equal value. */
function renamesIn(
  group: string,
  removed: ReadonlyMap<string, TreeNode>,
  added: ReadonlyMap<string, TreeNode>,
  uses: ComponentUses,
): (readonly [string, string])[] {
  const replaced = [...removed.keys()].flatMap((name) => {
    const [successor, ...others] = [...uses.namesAfter(`${group}/${name}`)];
    const to = successor?.startsWith(`${group}/`) ? successor.slice(group.length + 1) : undefined;
    return to !== undefined && added.has(to) && others.length === 0 ? [[name, to] as const] : [];
  });
  const isUnique = (to: string) => replaced.filter(([, other]) => other === to).length === 1;
  const found = replaced.filter(([, to]) => isUnique(to));
  const values = (nodes: ReadonlyMap<string, TreeNode>, taken: readonly string[]) =>
    new Map([...nodes].filter(([name]) => !taken.includes(name)).map(([name, { value }]) => [name, value]));
  const equal = findRenames(
    values(
      removed,
      found.map(([name]) => name),
    ),
    values(
      added,
      replaced.map(([, to]) => to),
    ),
  );
  return [...found, ...equal];
}

/** Parts of kinds whose changes the generated types do not show. */
const INVISIBLE = [
  '-bounds-',
  '-format-',
  '-default-',
  '-rule-',
  '-discriminator-',
  '-additional-fields-',
  '-overlaps',
];

/** Counts the deprecated parts of a value. */
const deprecationsIn = (value: unknown): number => JSON.stringify(value).split('"deprecated":true').length;

/**
 * Compares a component that no operation uses. Programs can name the type of a schema in requests and in responses;
 * changes that the type does not show have no effect.
 */
function compareUnused(
  key: string,
  before: TreeNode,
  after: TreeNode,
  uses: ComponentUses,
  report: ReportChange,
  unchanged: Set<string>,
): void {
  if (uses.namesAfter(key).size > 0) return;
  const name = key.split('/').at(-1) ?? key;
  if (!key.startsWith('schemas/')) {
    if (isEqualWithTargets(before, after)) return;
    const isDescribed = [withoutTexts, deprecationsIn].every((read) =>
      isDeepStrictEqual(read(before.value), read(after.value)),
    );
    if (isDescribed) compareTexts(before, after, report, name);
    else report('unused-component-changed', after.pointer, { name });
    return;
  }
  const reportVisible: ReportChange = (kind, pointer, names) => {
    const isHidden = POLICY[kind].bump !== 'patch' && INVISIBLE.some((part) => kind.includes(part));
    report(isHidden ? 'unused-component-changed' : kind, pointer, isHidden ? { name } : names);
  };
  for (const direction of ['request', 'response'] as const satisfies Direction[])
    compareSchemas({ direction, report: reportVisible, unchanged, onComponents: () => {} }, before, after, name);
}
