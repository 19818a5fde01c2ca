import { isDeepStrictEqual } from 'node:util';
import { createAjv } from 'tools-document/validation';
import { textKind } from '../descriptive-texts.ts';
import { targetsOf } from '../references.ts';
import { SIDES, type Side } from '../schema/canonical-schema.ts';
import { type KeywordValue, limitOf, type MergedSchema, type NumberLimit } from '../schema/merged-schema.ts';
import { both, reportIn, type SchemaContext } from '../schema/schema-context.ts';
import { compareDiscriminator } from './compare-discriminator.ts';
import { compareRule, type IsWithin, RULES } from './compare-rules.ts';

/** Keywords that are lower bounds, and keywords that are upper bounds. */
const LOWER = ['minLength', 'minItems', 'minProperties', 'minContains'];
const UPPER = ['maxLength', 'maxItems', 'maxProperties', 'maxContains'];
/** Bounds of the number of items that match `contains`, which compares its own absence. */
const CONTAINS_BOUNDS = ['minContains', 'maxContains'];
/** Keywords that name a format: a schema with such a keyword allows fewer values than a schema without the keyword. */
const FORMATS = ['format', 'pattern', 'contentMediaType', 'contentEncoding', 'contentSchema'];
/** Keywords that ajv can check for each value of an enum. */
const LISTABLE = ['minLength', 'maxLength', 'multipleOf', 'pattern'];
/** Keywords that forbid more or fewer values if their value is larger. `uniqueItems` forbids values if it is `true`. */
const BOUNDS = [...LOWER, ...UPPER, 'uniqueItems', 'multipleOf'];
/** Formats whose values are also values of a second format. */
const WIDER_FORMATS = ['int32 int64', 'float double', 'email idn-email', 'hostname idn-hostname', 'uri uri-reference'];
/** Bounds that apply without their keyword. */
const DEFAULT_BOUNDS: Readonly<Record<string, number>> = { minContains: 1 };
const LIMITS = SIDES.flatMap(({ inclusive, exclusive }) => [inclusive, exclusive]);

/**
 * Compares texts, bounds, formats, defaults, annotations and all keywords that no other module compares.
 *
 * @param compared Keywords that the caller has compared.
 */
export function compareKeywords(
  context: SchemaContext,
  old: MergedSchema,
  now: MergedSchema,
  name: string,
  compared: readonly string[],
  isWithin: IsWithin,
): void {
  for (const side of SIDES) compareLimits(context, old, now, name, side);
  compareDiscriminator(context, old, now, name);
  const hasContains = old.keywords.has('contains') && now.keywords.has('contains');
  for (const keyword of new Set([...old.keywords.keys(), ...now.keywords.keys()])) {
    if (['discriminator', ...compared, ...LIMITS].includes(keyword)) continue;
    if (CONTAINS_BOUNDS.includes(keyword) && !hasContains) continue;
    const change = keywordChange(context, keyword, old, now, name);
    if (change === undefined) continue;
    if (RULES.includes(keyword)) compareRule(context, keyword, [old, now], change, isWithin);
    else reportKeyword(context, change);
  }
}

interface KeywordChange {
  readonly keyword: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly pointer: string;
  /** Name of the value that the schema describes. */
  readonly name: string;
}

/** Returns `undefined` if the keyword allows the same values in both versions. */
function keywordChange(
  { direction }: SchemaContext,
  keyword: string,
  old: MergedSchema,
  now: MergedSchema,
  name: string,
): KeywordChange | undefined {
  const [entries, newEntries] = [old.keywords.get(keyword) ?? [], now.keywords.get(keyword) ?? []];
  const [before, after] = [effectiveValue(keyword, entries), effectiveValue(keyword, newEntries)];
  const [targets, newTargets] = [entries, newEntries].map((list) => targetsOf(list.map(({ node }) => node)));
  if (isDeepStrictEqual(before, after) && isDeepStrictEqual(targets, newTargets)) return undefined;
  const [listed, restriction] = direction === 'request' ? [old, after] : [now, before];
  if (LISTABLE.includes(keyword) && allowsListed(listed, keyword, restriction)) return undefined;
  const isNew = (entry: KeywordValue) => !entries.some((other) => isDeepStrictEqual(other.value, entry.value));
  const pointer = (newEntries.find(isNew) ?? newEntries[0] ?? entries[0])?.pointer ?? now.pointer;
  return { keyword, before, after, pointer, name };
}

/** Returns the value of a keyword; if several schemas apply, the tightest bound or the list of all values. */
function effectiveValue(keyword: string, entries: readonly KeywordValue[]): unknown {
  const values = entries.map(({ value }) => value);
  const numbers = values.filter((value) => typeof value === 'number');
  if (LOWER.includes(keyword) && numbers.length > 0) return Math.max(...numbers);
  if (UPPER.includes(keyword) && numbers.length > 0) return Math.min(...numbers);
  return values.length > 1 && !values.every((value) => isDeepStrictEqual(value, values[0])) ? values : values[0];
}

/** Compares the limits of a number on one side, which can be inclusive or exclusive. */
function compareLimits(context: SchemaContext, old: MergedSchema, now: MergedSchema, name: string, side: Side): void {
  const [before, after] = [limitOf(old, side), limitOf(now, side)];
  if (before?.value === after?.value && before?.keyword === after?.keyword) return;
  const [listed, limit] = context.direction === 'request' ? [old, after] : [now, before];
  if (limit !== undefined && allowsListed(listed, limit.keyword, limit.value)) return;
  const isNarrower =
    before === undefined ||
    (after !== undefined &&
      (before.value === after.value
        ? after.keyword === side.exclusive
        : side.tightest(before.value, after.value) === after.value));
  const show = (limit: NumberLimit | undefined) => (limit === undefined ? 'none' : `${limit.keyword} ${limit.value}`);
  reportIn(context, both(isNarrower ? 'bounds-narrowed' : 'bounds-widened'), (after ?? before)?.pointer ?? '', {
    name,
    from: show(before),
    to: show(after),
  });
}

const ajv = createAjv({ validateSchema: false });

/**
 * Returns whether a schema lists its values, and a keyword of the other version allows all of them: the new keyword of a
 * request, or the old keyword of a response.
 */
const allowsListed = ({ enum: values }: MergedSchema, keyword: string, value: unknown): boolean =>
  ['number', 'string'].includes(typeof value) &&
  values?.every((listed) => ajv.validate({ [keyword]: value }, listed)) === true;

/** Reports a changed keyword that is not one of the rules. */
function reportKeyword(context: SchemaContext, change: KeywordChange): void {
  const { keyword, after, pointer, name } = change;
  const kind = textKind(keyword) ?? (keyword === 'xml' && context.isXml !== true ? 'text-changed' : undefined);
  if (kind !== undefined) context.report(kind, pointer, { name });
  else if (BOUNDS.includes(keyword)) reportBound(context, change);
  else if (FORMATS.includes(keyword)) reportFormat(context, change);
  else if (keyword === 'default') reportDefault(context, change);
  else if (isAnnotation(keyword)) reportIn(context, ANNOTATIONS[keyword][after === true ? 0 : 1], pointer, { name });
  else reportIn(context, both('rule-changed'), pointer, { name });
}

const shownValues = ({ keyword, before, after, name }: KeywordChange) => {
  const show = (value: unknown) => (value === undefined ? 'none' : `${keyword} ${JSON.stringify(value)}`);
  return { name, from: show(before), to: show(after) };
};

function reportBound(context: SchemaContext, change: KeywordChange): void {
  const { keyword, before, after, pointer } = change;
  const order = boundOrder(keyword, before ?? DEFAULT_BOUNDS[keyword], after ?? DEFAULT_BOUNDS[keyword]);
  if (order !== 'wider') reportIn(context, both('bounds-narrowed'), pointer, shownValues(change));
  if (order !== 'narrower') reportIn(context, both('bounds-widened'), pointer, shownValues(change));
}

function reportFormat(context: SchemaContext, change: KeywordChange): void {
  const { before, after, pointer } = change;
  const isWider = WIDER_FORMATS.includes(`${before} ${after}`);
  const isNarrower = WIDER_FORMATS.includes(`${after} ${before}`);
  const changed = isWider ? 'bounds-widened' : isNarrower ? 'bounds-narrowed' : 'format-changed';
  const kind = before === undefined ? 'format-added' : after === undefined ? 'format-removed' : changed;
  reportIn(context, both(kind), pointer, shownValues(change));
}

function reportDefault(context: SchemaContext, { before, after, pointer, name }: KeywordChange): void {
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const show = (value: unknown) => JSON.stringify(value) ?? 'none';
  const kinds = { request: `request-default-${change}`, response: 'response-default-changed' } as const;
  reportIn(context, kinds, pointer, { name, from: show(before), to: show(after) });
}

const UNCHANGED = { request: 'text-changed', response: 'text-changed' } as const;

/** For each annotation: the kinds of the change if the annotation becomes `true`, and the kinds of any other change. */
const ANNOTATIONS = {
  deprecated: [{ request: 'field-deprecated', response: 'field-deprecated' }, UNCHANGED],
  // These flags have an effect only on fields, which compare-schemas.ts compares.
  readOnly: [UNCHANGED, UNCHANGED],
  writeOnly: [UNCHANGED, UNCHANGED],
} as const;

const isAnnotation = (keyword: string): keyword is keyof typeof ANNOTATIONS => Object.hasOwn(ANNOTATIONS, keyword);

/** Returns whether a changed bound allows fewer values (`narrower`), more values (`wider`), or other values. */
function boundOrder(keyword: string, before: unknown, after: unknown): 'narrower' | 'wider' | 'other' {
  if (before === undefined) return 'narrower';
  if (after === undefined) return 'wider';
  if (typeof before !== 'number' || typeof after !== 'number') return 'other';
  if (keyword === 'multipleOf')
    return isMultiple(after, before) ? 'narrower' : isMultiple(before, after) ? 'wider' : 'other';
  return after > before === LOWER.includes(keyword) ? 'narrower' : 'wider';
}

/** Returns whether a decimal is a multiple of another. With the arithmetic of numbers, 0.3 is not a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const factor = value / of;
  return Math.abs(factor - Math.round(factor)) < Number.EPSILON * factor;
}
