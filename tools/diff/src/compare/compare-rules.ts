import type { TreeNode } from '../document-tree.ts';
import type { MergedSchema } from '../schema/merged-schema.ts';
import { both, reportIn, type SchemaContext } from '../schema/schema-context.ts';

/** Returns whether a schema allows no value that another schema forbids; `false` also if that cannot be decided. */
export type IsWithin = (inner: TreeNode, outer: TreeNode) => boolean;

/** The old and the new version of a schema. */
type SchemaVersions = readonly [MergedSchema, MergedSchema];

/** Keywords that only forbid values: without such a keyword, a schema allows more values. */
export const RULES = [
  ...['not', 'contains', 'propertyNames', 'patternProperties', 'dependentRequired', 'dependentSchemas'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'if', 'then', 'else'],
];
/** Keywords with a schema for parts of a value, or for the value itself: the values that it allows are allowed. */
const ALLOWING = ['contains', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties', 'then', 'else'];
/** Keywords whose fields and items `unevaluatedProperties` and `unevaluatedItems` ignore. */
const EVALUATING = ['contains', 'if', 'then', 'else', 'dependentSchemas'];

const KINDS = {
  narrower: both('rule-added'),
  wider: both('rule-removed'),
  other: both('rule-changed'),
  same: { request: 'text-changed', response: 'text-changed' },
} as const;

/** Compares a keyword that only forbids values. */
export function compareRule(
  context: SchemaContext,
  keyword: string,
  versions: SchemaVersions,
  { name, pointer }: { readonly name: string; readonly pointer: string },
  isWithin: IsWithin,
): void {
  const [was, is] = versions.map(({ keywords }) => keywords.get(keyword)?.[0]?.value);
  if (keyword === 'unevaluatedProperties' && (was === false || is === false))
    reportIn(context, both(is === false ? 'additional-fields-removed' : 'additional-fields-added'), pointer, { name });
  else reportIn(context, KINDS[ruleOrder(keyword, versions, isWithin)], pointer, { name, to: keyword });
}

function ruleOrder(keyword: string, versions: SchemaVersions, isWithin: IsWithin): keyof typeof KINDS {
  const [before = [], after = []] = versions.map(({ keywords }) => keywords.get(keyword) ?? []);
  if (keyword === 'patternProperties' && isPartOfFields(versions)) return 'other';
  const hasRest = ({ keywords }: MergedSchema) => [...keywords.keys()].some((one) => one.startsWith('unevaluated'));
  if (EVALUATING.includes(keyword) && versions.some(hasRest)) return 'other';
  if (before.length === 0) return 'narrower';
  if (after.length === 0) return 'wider';
  const [was, is, ...others] = [...before, ...after].map(({ node }) => node);
  const isLimited = keyword === 'contains' && versions.some(({ keywords }) => keywords.has('maxContains'));
  if (was === undefined || is === undefined || others.length > 0 || isLimited) return 'other';
  const [isNarrower, isWider] = [allowsOnly(keyword, is, was, isWithin), allowsOnly(keyword, was, is, isWithin)];
  return isNarrower ? (isWider ? 'same' : 'narrower') : isWider ? 'wider' : 'other';
}

/**
 * Returns whether the patterns of field names decide which other fields are allowed. The types have an index signature if
 * there are patterns, so that senders can no longer pass undeclared fields next to declared fields without the patterns.
 */
const isPartOfFields = ([old, now]: SchemaVersions): boolean =>
  (now.fields.size > 0 && !now.keywords.has('patternProperties')) ||
  [old, now].some(
    ({ isClosed, additional, keywords }) => isClosed || additional.length > 0 || keywords.has('unevaluatedProperties'),
  );

/** Returns whether one value of a keyword allows only values that another value of the keyword allows. */
function allowsOnly(keyword: string, inner: TreeNode, outer: TreeNode, isWithin: IsWithin): boolean {
  if (keyword === 'not') return isWithin(outer, inner);
  if (ALLOWING.includes(keyword)) return isWithin(inner, outer);
  if (!keyword.startsWith('dependent')) return false;
  return outer.children().every(([name, part]) => {
    const other = inner.child(name);
    if (keyword === 'dependentSchemas') return other !== undefined && isWithin(other, part);
    const names = (node: TreeNode | undefined) => (node?.children() ?? []).map(([, { value }]) => value);
    return names(part).every((field) => names(other).includes(field));
  });
}
