import { isDeepStrictEqual } from 'node:util';
import { CHOICES, commonTypes, isFlagged, subschemasOf } from 'tools-document/schema';
import { isText, withoutTexts } from '../descriptive-texts.ts';
import type { TreeNode } from '../document-tree.ts';
import { SIDES } from './canonical-schema.ts';
import { type Choice, limitOf, type MergedSchema, mergeSchemas } from './merged-schema.ts';

/** Returns the alternatives of both versions if one version is an alternative of the other version. */
export function unionWith(before: readonly TreeNode[], after: readonly TreeNode[]): [Choice, Choice] | undefined {
  const [old, ...othersBefore] = before;
  const [now, ...othersAfter] = after;
  if (old === undefined || now === undefined || othersBefore.length + othersAfter.length > 0) return undefined;
  const choiceIn = (union: TreeNode, single: TreeNode): Choice | undefined => {
    const others = Object.keys(union.members).filter(
      (key) => !CHOICES.includes(key) && !isText(key, union.members[key]),
    );
    const [{ types }, { types: own = ['any'] }] = [mergeSchemas([union]), mergeSchemas([single])];
    const isUnion =
      CHOICES.some((keyword) => keyword in union.members) &&
      others.every((key) => key === 'type' || key === 'discriminator') &&
      [...own].every((type) => types?.has(type) ?? true);
    const [choice, ...more] =
      isUnion && mergeSchemas([single]).choices.length === 0 ? mergeSchemas([union]).choices : [];
    const isAlternative = choice?.branches.some((branch) => hasSameSchema(branch, onlyAlternative(single)));
    return isAlternative && more.length === 0 ? choice : undefined;
  };
  const alone = (node: TreeNode, { keyword }: Choice): Choice => ({
    keyword,
    pointer: node.pointer,
    branches: [onlyAlternative(node)],
    isDiscriminated: false,
  });
  const [wider, narrower] = [choiceIn(now, old), choiceIn(old, now)];
  if (wider !== undefined) return [alone(old, wider), wider];
  return narrower && [narrower, alone(now, narrower)];
}

/** Returns the alternative of a schema that has a single alternative; otherwise the schema itself. */
function onlyAlternative(schema: TreeNode): TreeNode {
  const [only, ...others] = CHOICES.flatMap((keyword) => subschemasOf(schema, keyword)).filter(
    ({ members }) => members['type'] !== 'null',
  );
  return only !== undefined && others.length === 0 ? only : schema;
}

/** Returns whether two nodes refer to the same component. */
const isSameComponent = (before: TreeNode, after: TreeNode): boolean =>
  before.component !== undefined && before.component === after.component;

/** Returns whether two nodes refer to the same component, or have equal values except for their texts. */
export const hasSameSchema = (before: TreeNode, after: TreeNode): boolean =>
  isSameComponent(before, after) || isDeepStrictEqual(withoutTexts(before.value), withoutTexts(after.value));

/** The alternatives of two versions: pairs, and alternatives that only one version has. */
interface AlternativePairs {
  readonly pairs: readonly (readonly [before: TreeNode, after: TreeNode])[];
  readonly removed: readonly TreeNode[];
  readonly added: readonly TreeNode[];
}

/** Pairs equal alternatives, and those of the same component or at the same place. */
export function pairAlternatives(before: readonly TreeNode[], after: readonly TreeNode[]): AlternativePairs {
  const pairs: [TreeNode, TreeNode][] = [];
  let removed = before;
  let added = after;
  const pairUp = (matches: (old: TreeNode, now: TreeNode) => boolean) => {
    for (const old of removed) {
      const now = added.find((candidate) => matches(old, candidate));
      if (now === undefined) continue;
      pairs.push([old, now]);
      removed = removed.filter((one) => one !== old);
      added = added.filter((one) => one !== now);
    }
  };
  pairUp(isSameComponent);
  pairUp(hasSameSchema);
  pairUp((old, now) => old.component === undefined && now.component === undefined && old.pointer === now.pointer);
  // If only one alternative of each version is left, compare these two: the component may have been renamed.
  if (removed.length === 1 && added.length === 1) pairUp(() => true);
  return { pairs, removed, added };
}

/** Whether a value that matches an old alternative can also match a new alternative, so that `oneOf` forbids it. */
export function overlaps({ keyword, isDiscriminated }: Choice, branch: TreeNode, old: readonly TreeNode[]): boolean {
  const isSelected = (one: TreeNode) =>
    isDiscriminated && one.component !== undefined && branch.component !== undefined;
  return keyword === 'oneOf' && old.some((one) => !isSelected(one) && !areDisjoint(one, branch));
}

/** Depth at which fields of fields are no longer read. */
const MAX_DEPTH = 4;

/**
 * Returns whether no value matches both alternatives of a request; `false` also if that cannot be decided. The comparison
 * of null reports whether null matches several alternatives.
 */
const areDisjoint = (one: TreeNode, other: TreeNode): boolean => excludes(mergeSchemas([one]), mergeSchemas([other]));

export const areAllDisjoint = (alternatives: readonly TreeNode[]): boolean =>
  alternatives.every((one, index) => alternatives.slice(index + 1).every((other) => areDisjoint(one, other)));

function excludes(one: MergedSchema, other: MergedSchema, depth = 0): boolean {
  if (depth > MAX_DEPTH || (depth > 0 && one.null.schema && other.null.schema)) return false;
  const texts = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value));
  const [values, otherValues] = [one.enum && texts(one.enum), other.enum && texts(other.enum)];
  if (values !== undefined && otherValues?.every((value) => !values.includes(value))) return true;
  const types = one.types && other.types ? commonTypes([...one.types], [...other.types]) : (one.types ?? other.types);
  const pairs = [[one, other] as const, [other, one] as const];
  if (types !== undefined && [...types].every((type) => pairs.some((pair) => excludesType(type, ...pair, depth))))
    return true;
  return pairs.some(([first, second]) =>
    first.choices.some(({ branches }) =>
      branches.every((branch) => excludes(mergeSchemas([branch]), second, depth + 1)),
    ),
  );
}

/** Returns whether a bound or a required field of one schema excludes the other schema, for values of a type. */
function excludesType(type: string, one: MergedSchema, other: MergedSchema, depth: number): boolean {
  if (type === 'number' || type === 'integer') {
    const [minimum, maximum] = [limitOf(one, SIDES[0]), limitOf(other, SIDES[1])];
    if (minimum === undefined || maximum === undefined) return false;
    const isExclusive = [minimum, maximum].some(({ keyword }) => keyword.startsWith('exclusive'));
    return minimum.value > maximum.value || (minimum.value === maximum.value && isExclusive);
  }
  return type === 'object' && [...one.required.keys()].some((field) => excludesField(field, one, other, depth));
}

/** Returns whether a required field of one schema cannot have a value in the other schema. */
function excludesField(field: string, one: MergedSchema, other: MergedSchema, depth: number): boolean {
  const [was, is] = [one.fields.get(field), other.fields.get(field)];
  // OpenAPI 3.1, 4.8.24.2: a request need not contain a required field that is read-only.
  if ([...(was ?? []), ...(is ?? [])].some((node) => isFlagged(node, 'readOnly'))) return false;
  if (is === undefined) return other.isClosed && !other.keywords.has('patternProperties');
  return excludes(mergeSchemas(was ?? []), mergeSchemas(is), depth + 1);
}
