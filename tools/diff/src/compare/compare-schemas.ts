import { hasMembers } from 'tools-document/model';
import { isFlagged } from 'tools-document/schema';
import type { TreeNode } from '../document-tree.ts';
import { type ChangeKind, POLICY, type ReportChange } from '../policy.ts';
import { isEqualWithTargets } from '../references.ts';
import { findRenames } from '../renames.ts';
import { areAllDisjoint, hasSameSchema, overlaps, pairAlternatives, unionWith } from '../schema/alternatives.ts';
import { allowsAnything } from '../schema/canonical-schema.ts';
import { type Choice, type MergedSchema, mergeSchemas, withListedTypes } from '../schema/merged-schema.ts';
import { both, reportIn, type SchemaContext } from '../schema/schema-context.ts';
import { compareKeywords } from './compare-keywords.ts';
import { compareNull, compareTypes, typesIn } from './compare-types.ts';

/** Context of the comparison below the schema of a body or a parameter. */
interface Nested extends SchemaContext {
  /** Pairs of schemas that have been compared. Schemas can refer to themselves. */
  readonly seen: Set<string>;
  /** Whether a comparison decides if a schema is within another. */
  readonly isDeciding?: boolean;
  /** The decisions by pairs of schemas; `false` while a pair is being decided. */
  readonly decided: Map<string, boolean>;
}

/** Compares two versions of a schema, such as the schema of a body or a parameter. */
export function compareSchemas(shared: SchemaContext, before: TreeNode, after: TreeNode, name: string): void {
  let isChanged = false;
  const report: ReportChange = (...change) => {
    isChanged = true;
    shared.report(...change);
  };
  const seen = new Set<string>();
  compareNested({ ...shared, report, seen, decided: new Map() }, [before], [after], name);
  if (!isChanged) for (const pair of seen) shared.unchanged.add(pair);
}

/** Compares two lists of schemas; all schemas of a list apply to the same value. */
function compareNested(context: Nested, before: readonly TreeNode[], after: readonly TreeNode[], name: string): void {
  const ids = (schemas: readonly TreeNode[]) => schemas.map(({ id }) => id).join(' ');
  const { direction, isXml } = context;
  const pair = [direction, isXml, ids(before), '→', ids(after)].join(' ');
  if (context.seen.has(pair) || context.unchanged.has(pair)) return;
  context.seen.add(pair);
  const [[was, ...others], [is, ...newOthers]] = [before, after];
  if (was !== undefined && is !== undefined && others.length + newOthers.length === 0 && isSameSchema(was, is)) {
    const names = [was, is].map(({ component }) => (component === undefined ? [] : [component]));
    pairComponents(context, names[0] ?? [], names[1] ?? []);
    return;
  }
  const [oldSchema, newSchema] = [mergeSchemas(before), mergeSchemas(after)];
  pairComponents(context, [...oldSchema.components], [...newSchema.components]);
  const union = unionWith(before, after);
  if (union !== undefined) {
    // Null can match several alternatives of `oneOf`, also if a version allows any type.
    compareNull(context, oldSchema, newSchema, name, () => false);
    compareChoice(context, ...union, name, newSchema.pointer);
    return;
  }
  const [old, now] = [withListedTypes(oldSchema, newSchema), withListedTypes(newSchema, oldSchema)];
  compareTypes(context, old, now, name);
  if (old.types !== undefined && allowsAnyValue(after)) return;
  const compared = compareParts(context, old, now, name);
  compareKeywords(context, old, now, name, compared, (inner, outer) => isWithin(context, inner, outer));
  compareFields(context, old, now, name);
  if (old.items.length > 0 && now.items.length > 0) compareNested(context, old.items, now.items, `${name || 'body'}[]`);
  else compareItems(context, old, now, name);
  compareAdditional(context, old, now, name);
  compareChoices(context, old, now, name);
}

/** Kinds of changes in responses with more values, although the policy says `minor`. */
const WIDER: readonly ChangeKind[] = ['response-additional-fields-added', 'response-field-became-readable'];
/** Kinds of changes in responses that only have fewer values, although the policy says `major`. */
const NARROWER: readonly ChangeKind[] = [
  ...(['response-type-narrowed', 'response-enum-added', 'response-enum-value-removed'] as const),
  'response-alternative-removed',
];

/** Returns whether a schema allows no value that another schema forbids; `false` also if that cannot be decided. */
function isWithin(context: Nested, inner: TreeNode, outer: TreeNode): boolean {
  const { decided } = context;
  const pair = `${inner.id} ${outer.id}`;
  const known = decided.get(pair);
  if (known !== undefined) return known;
  decided.set(pair, false);
  let isNarrower = true;
  const report: ReportChange = (kind) => {
    isNarrower &&= NARROWER.includes(kind) || (POLICY[kind].bump !== 'major' && !WIDER.includes(kind));
  };
  const seen = new Set<string>();
  const own = { seen, unchanged: seen, isDeciding: true, onComponents: () => {} };
  compareNested({ ...context, ...own, direction: 'response', report }, [outer], [inner], '');
  decided.set(pair, isNarrower);
  return isNarrower;
}

/** Compares tuples of equal length, and fields with the same single pattern. Returns the keywords that it compared. */
function compareParts(context: Nested, old: MergedSchema, now: MergedSchema, name: string): string[] {
  return ['prefixItems', 'patternProperties'].filter((keyword) => {
    const [[was, ...others], [is, ...newOthers]] = [nodesOf(old, keyword), nodesOf(now, keyword)];
    if (was === undefined || is === undefined || others.length + newOthers.length > 0) return false;
    const keys = Object.keys(was.value ?? {});
    const isPattern = keyword === 'patternProperties';
    /** Whether other schemas apply to the same values. */
    const isShared = isPattern
      ? keys.length > 1 || [...old.fields.keys()].some((field) => matches(field, keys[0] ?? ''))
      : [old, now].some(({ keywords }) => keywords.has('contains'));
    if (isShared || keys.join('\n') !== Object.keys(is.value ?? {}).join('\n')) return false;
    for (const [key, part] of was.children())
      compareNested(context, [part], [is.child(key) ?? part], `${name || 'body'}${isPattern ? '{}' : '[]'}`);
    return true;
  });
}

/** Returns whether two schemas are equal and contain no references. Most schemas of two documents are. */
const isSameSchema = (before: TreeNode, after: TreeNode): boolean =>
  before.parts === undefined && after.parts === undefined && isSameData(before.value, after.value);

/** Returns whether two values are equal and contain no `$ref`. */
function isSameData(before: unknown, after: unknown): boolean {
  if (!hasMembers(before) || !hasMembers(after)) return before === after;
  const [old, now] = [Object.entries(before), Object.entries(after)];
  return (
    Array.isArray(before) === Array.isArray(after) &&
    old.length === now.length &&
    old.every(
      ([key, value]) =>
        key !== '$ref' && Object.hasOwn(after, key) && isSameData(value, (after as Record<string, unknown>)[key]),
    )
  );
}

const allowsAnyValue = (schemas: readonly TreeNode[]): boolean => schemas.every(({ value }) => allowsAnything(value));

/** Records which components are used at the same place. Components with equal names belong together. */
function pairComponents({ onComponents }: SchemaContext, before: readonly string[], after: readonly string[]): void {
  const [removed, added] = [
    before.filter((name) => !after.includes(name)),
    after.filter((name) => !before.includes(name)),
  ];
  for (const name of before) if (after.includes(name)) onComponents(name, name);
  for (const [index, name] of removed.entries()) onComponents(name, added[index] ?? name);
}

function compareFields(context: Nested, old: MergedSchema, now: MergedSchema, name: string): void {
  const fields: Fields = { context, old, now, nameOf: (field) => (name === '' ? field : `${name}.${field}`) };
  const removed = [...old.fields.keys()].filter((field) => !now.fields.has(field) && !isHidden(context, old, field));
  const added = [...now.fields.keys()].filter((field) => !old.fields.has(field) && !isHidden(context, now, field));
  const signatures = (schema: MergedSchema, names: readonly string[]) =>
    new Map(names.map((one) => [one, [schema.required.has(one), schema.fields.get(one)?.map(({ value }) => value)]]));
  const renames = new Map(findRenames(signatures(old, removed), signatures(now, added)));
  for (const field of removed) reportRemovedField(fields, field, renames.get(field));
  const isNew = new Set(renames.values());
  for (const field of added.filter((one) => !isNew.has(one))) reportAddedField(fields, field);
  for (const field of old.fields.keys()) if (now.fields.has(field)) compareField(fields, field);
  compareUndeclared(fields);
}

/** The fields of two versions of a schema. */
interface Fields {
  readonly context: Nested;
  readonly old: MergedSchema;
  readonly now: MergedSchema;
  /** Returns the name of a field with the names of the fields around it. */
  readonly nameOf: (field: string) => string;
}

/** Returns the pointer of a field in the new version. */
const pointerOf = ({ now }: Fields, field: string): string => now.fields.get(field)?.[0]?.refPointer ?? now.pointer;

function reportRemovedField(fields: Fields, field: string, newName: string | undefined): void {
  const { context, old, now, nameOf } = fields;
  const schemas = old.fields.get(field) ?? [];
  if (newName === undefined) {
    const node = schemas.find((schema) => isFlagged(schema, 'deprecated')) ?? schemas[0];
    const names = { name: nameOf(field), ...(node && { removed: node }) };
    reportIn(context, both('field-removed'), schemas[0]?.refPointer ?? old.pointer, names);
  } else {
    const renamed = schemas[0]?.refPointer ?? old.pointer;
    const names = { name: nameOf(field), to: nameOf(newName), renamed };
    reportIn(context, both('field-renamed'), pointerOf(fields, newName), names);
    compareNested(context, schemas, now.fields.get(newName) ?? [], nameOf(newName));
  }
}

function reportAddedField(fields: Fields, field: string): void {
  const { context, old, now, nameOf } = fields;
  const name = nameOf(field);
  const request = now.required.has(field) ? 'request-required-field-added' : 'request-field-added';
  const response = context.isDeciding && limitsOthers(old) ? 'response-rule-changed' : 'response-field-added';
  reportIn(context, { request, response }, pointerOf(fields, field), { name });
  // Before, the schemas of undeclared fields applied to the new field.
  const before = undeclaredSchemas(old, field);
  const after = [...(now.fields.get(field) ?? []), ...schemasByPattern(now, field)];
  if (before.length > 0) compareNested(context, before, after, name);
}

/** Returns whether a schema forbids other fields, or `unevaluatedProperties` applies to them. */
const limitsOthers = ({ isClosed, keywords }: MergedSchema): boolean =>
  isClosed || keywords.has('unevaluatedProperties');

/** Compares a field that both versions have: whether it is hidden or required, and its schemas. */
function compareField(fields: Fields, field: string): void {
  const { context, old, now } = fields;
  const [wasHidden, isNowHidden] = [isHidden(context, old, field), isHidden(context, now, field)];
  if (wasHidden && isNowHidden) return;
  // A request needs a required field only if the field is not read-only.
  const [was, is] = [old.required.has(field) && !wasHidden, now.required.has(field) && !isNowHidden];
  const [pointer, name] = [pointerOf(fields, field), fields.nameOf(field)];
  if (wasHidden !== isNowHidden) reportIn(context, isNowHidden ? HIDDEN : SHOWN, pointer, { name });
  if (is && !was) reportIn(context, both('field-became-required'), pointer, { name });
  if (was && !now.required.has(field)) reportIn(context, both('field-became-optional'), pointer, { name });
  if (!wasHidden && !isNowHidden)
    compareNested(context, old.fields.get(field) ?? [], now.fields.get(field) ?? [], name);
}

/** Returns the schemas that apply to a field that `properties` does not declare. */
function undeclaredSchemas(schema: MergedSchema, field: string): TreeNode[] {
  const patterns = schemasByPattern(schema, field);
  const rest = () => [...schema.additional, ...nodesOf(schema, 'unevaluatedProperties')];
  return patterns.length > 0 ? patterns : rest();
}

const schemasByPattern = (schema: MergedSchema, field: string): TreeNode[] =>
  nodesOf(schema, 'patternProperties').flatMap((patterns) =>
    patterns.children().flatMap(([pattern, schema]) => (matches(field, pattern) ? [schema] : [])),
  );

/** Returns whether a name matches a pattern. JavaScript cannot compile each pattern of public documents. */
function matches(name: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(name);
  } catch {
    return false;
  }
}

const nodesOf = ({ keywords }: MergedSchema, keyword: string): TreeNode[] =>
  (keywords.get(keyword) ?? []).flatMap(({ node }) => node ?? []);

/** The flag that hides a field in requests, and the flag that hides a field in responses. */
const HIDING = { request: 'readOnly', response: 'writeOnly' } as const;

const HIDDEN = { request: 'request-field-became-read-only', response: 'response-field-became-write-only' } as const;
const SHOWN = { request: 'request-field-became-writable', response: 'response-field-became-readable' } as const;

/** Returns whether requests or responses do not contain a field, because one of its schemas has the flag for that. */
const isHidden = ({ direction, isDeciding }: Nested, schema: MergedSchema, field: string): boolean =>
  !isDeciding && (schema.fields.get(field) ?? []).some((one) => isFlagged(one, HIDING[direction]));

/** Compares names that are required although no schema declares them, or declared them before. */
function compareUndeclared({ context, old, now, nameOf }: Fields): void {
  for (const [field, pointer] of now.required) {
    if (!old.fields.has(field) && !now.fields.has(field) && !old.required.has(field))
      reportIn(context, both('field-became-required'), pointer, { name: nameOf(field) });
  }
  for (const [field, pointer] of old.required) {
    if (!old.fields.has(field) && !now.required.has(field))
      reportIn(context, both('field-became-optional'), pointer, { name: nameOf(field) });
  }
}

/** Compares two versions of a list if only one version has a schema of the items. The other version must allow lists. */
function compareItems(context: SchemaContext, old: MergedSchema, now: MergedSchema, name: string): void {
  if (old.items.length === now.items.length) return;
  const isNarrower = now.items.length > 0;
  const other = isNarrower ? old : now;
  if (other.types !== undefined && !other.types.has('array')) return;
  const isDecidable = [old, now].every(({ keywords }) => !keywords.has('unevaluatedItems'));
  const types = typesIn(isNarrower ? now.items : old.items);
  const shown = { request: 'request-type-narrowed', response: 'response-type-shown' } as const;
  const kinds = !isDecidable ? both('rule-changed') : isNarrower ? shown : both('type-widened');
  reportIn(context, kinds, `${now.pointer}/items`, {
    name: `${name || 'body'}[]`,
    from: isNarrower ? 'any' : types,
    to: isNarrower ? types : 'any',
  });
}

/**
 * Compares additional fields. The types have an index signature if additional fields have a schema, or if no field is
 * declared.
 */
function compareAdditional(context: Nested, old: MergedSchema, now: MergedSchema, name: string): void {
  const pointer = `${now.pointer}/additionalProperties`;
  const names = { name };
  if (old.additional.length > 0 && now.additional.length > 0) {
    compareNested(context, old.additional, now.additional, `${name || 'body'}{}`);
  } else if (old.additional.length > 0 && (limitsOthers(now) || now.fields.size > 0)) {
    reportIn(context, both('map-removed'), pointer, names);
  } else if (old.additional.length > 0) {
    reportIn(context, { request: 'request-type-widened', response: 'response-type-widened' }, pointer, {
      name: `${name || 'body'}{}`,
      from: typesIn(old.additional),
      to: 'any',
    });
  } else if (now.additional.length > 0) {
    const kind = old.isClosed ? 'additional-fields-added' : 'map-added';
    reportIn(context, both(kind), pointer, names);
  } else if (!old.isClosed && now.isClosed) {
    const isMap = old.fields.size === 0;
    reportIn(context, isMap ? both('map-removed') : both('additional-fields-removed'), pointer, names);
  } else if (old.isClosed && !now.isClosed) {
    reportIn(context, both('additional-fields-added'), pointer, names);
  }
}

/** Compares the alternatives of a value. Lists of equal alternatives belong together; their order has no meaning. */
function compareChoices(context: Nested, old: MergedSchema, now: MergedSchema, name: string): void {
  const rest = [...now.choices];
  const takeEqual = ({ branches }: Choice) => {
    const index = rest.findIndex((other) =>
      branches.some((branch) => other.branches.some((one) => hasSameSchema(branch, one))),
    );
    return index < 0 ? undefined : rest.splice(index, 1)[0];
  };
  const pairs = old.choices.map((choice) => [choice, takeEqual(choice)] as const);
  for (const [choice, other] of pairs) compareChoice(context, choice, other ?? rest.shift(), name, now.pointer);
  for (const choice of rest) compareChoice(context, undefined, choice, name, now.pointer);
}

/** Compares the alternatives of a value. */
function compareChoice(
  context: Nested,
  old: Choice | undefined,
  now: Choice | undefined,
  name: string,
  pointer: string,
): void {
  if (old === undefined || now === undefined) {
    // Without the other version of the alternatives, no rule can tell whether the schema allows fewer or more values.
    reportIn(context, both('rule-changed'), (old ?? now)?.pointer ?? pointer, { name });
    return;
  }
  const kinds = both(now.keyword === 'oneOf' ? 'rule-added' : 'rule-removed');
  if (old.keyword !== now.keyword) reportIn(context, kinds, now.pointer, { name, to: 'oneOf' });
  const { pairs, removed, added } = pairAlternatives(old.branches, now.branches);
  for (const branch of removed)
    reportIn(context, both('alternative-removed'), branch.refPointer, { name, to: titleOf(branch), removed: branch });
  const isSame = removed.length + added.length === 0 && pairs.every((pair) => isEqualWithTargets(...pair));
  if (context.isDeciding && old.keyword === 'oneOf' && !isSame && !areAllDisjoint(old.branches))
    reportIn(context, both('rule-changed'), now.pointer, { name });
  const isRequest = context.direction === 'request';
  for (const [before, after] of pairs) {
    compareNested(context, [before], [after], name);
    const others = old.branches.filter((branch) => branch !== before);
    if (isRequest && overlaps(now, after, others) && !isWithin(context, after, before))
      context.report('request-alternative-overlaps', after.refPointer, { name, to: titleOf(after) });
  }
  for (const branch of added) {
    const isOverlapping = isRequest && overlaps(now, branch, old.branches);
    const request = isOverlapping ? 'request-alternative-overlaps' : 'request-alternative-added';
    reportIn(context, { request, response: 'response-alternative-added' }, branch.refPointer, {
      name,
      to: titleOf(branch),
    });
  }
}

/** Names an alternative, such as `Book` or `string (oneOf/1)`. */
const titleOf = (branch: TreeNode): string =>
  branch.component?.split('/').at(-1) ?? `${typesIn([branch])} (${branch.pointer.split('/').slice(-2).join('/')})`;
