import { targetsOf } from '../content.ts';
import { both, reportIn, type SchemaContext } from '../schema/schema-context.ts';
import type { KeywordValue, SchemaView } from '../schema/schema-view.ts';
import { isEqual, textKind } from '../texts.ts';
import { compareDiscriminator } from './compare-discriminator.ts';

/** Keywords that are lower bounds, and keywords that are upper bounds. */
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'];
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'];
/** Keywords that name a format: a schema with such a keyword allows fewer values than a schema without the keyword. */
const FORMATS = ['format', 'pattern', 'contentMediaType', 'contentEncoding', 'contentSchema'];
/** Keywords that forbid values if they are `true`. */
const FLAGS = ['uniqueItems'];
/** Keywords that only forbid values: without such a keyword, a schema allows more values. */
const RULES = ['not', 'contains', 'propertyNames', 'dependentRequired', 'if', 'then', 'else'];

/** Compares texts, bounds, formats, defaults, annotations and all keywords that no other module compares. */
export function compareKeywords(context: SchemaContext, old: SchemaView, now: SchemaView, name: string): void {
  for (const keyword of new Set([...old.keywords.keys(), ...now.keywords.keys()])) {
    const [before, after] = [old.keywords.get(keyword) ?? [], now.keywords.get(keyword) ?? []];
    const [value, newValue] = [effectiveValue(keyword, before), effectiveValue(keyword, after)];
    const [targets, newTargets] = [before, after].map((entries) => targetsOf(entries.map(({ place }) => place)));
    if (isEqual(value, newValue) && isEqual(targets, newTargets)) continue;
    const isNew = (entry: KeywordValue) => !before.some((other) => isEqual(other.value, entry.value));
    const pointer = (after.find(isNew) ?? after[0] ?? before[0])?.pointer ?? now.pointer;
    const kind = textKind(keyword);
    if (kind !== undefined) context.report(kind, pointer, { name });
    else if (keyword === 'discriminator') compareDiscriminator(context, old, now, pointer, name);
    else compareKeyword(context, keyword, value, newValue, pointer, name);
  }
}

/** Returns the value of a keyword; if several schemas apply, the tightest bound or the list of all values. */
function effectiveValue(keyword: string, entries: readonly KeywordValue[]): unknown {
  // `false` and an absent flag have the same meaning.
  const isFlag = FLAGS.includes(keyword) || isAnnotation(keyword);
  const values = entries.map(({ value }) => value).filter((value) => !isFlag || value !== false);
  const numbers = values.filter((value) => typeof value === 'number');
  if (LOWER.includes(keyword) && numbers.length > 0) return Math.max(...numbers);
  if (UPPER.includes(keyword) && numbers.length > 0) return Math.min(...numbers);
  return values.length > 1 && !values.every((value) => isEqual(value, values[0])) ? values : values[0];
}

function compareKeyword(
  context: SchemaContext,
  keyword: string,
  before: unknown,
  after: unknown,
  pointer: string,
  name: string,
): void {
  const names = { name, to: after === undefined ? `no ${keyword}` : `${keyword} ${JSON.stringify(after)}` };
  if ([...LOWER, ...UPPER, ...FLAGS, 'multipleOf'].includes(keyword)) {
    const order = boundOrder(keyword, before, after);
    if (order !== 'wider') reportIn(context, both('bounds-narrowed'), pointer, names);
    if (order !== 'narrower') reportIn(context, both('bounds-widened'), pointer, names);
  } else if (FORMATS.includes(keyword)) {
    const kind = before === undefined ? 'format-added' : after === undefined ? 'format-removed' : 'format-changed';
    reportIn(context, both(kind), pointer, names);
  } else if (keyword === 'default') {
    const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    const to = JSON.stringify(after) ?? 'none';
    const kinds = { request: `request-default-${change}`, response: 'response-default-changed' } as const;
    reportIn(context, kinds, pointer, { name, to });
  } else if (isAnnotation(keyword)) reportIn(context, ANNOTATIONS[keyword][after === true ? 0 : 1], pointer, { name });
  else if (RULES.includes(keyword) && (before === undefined || after === undefined))
    reportIn(context, both(before === undefined ? 'rule-added' : 'rule-removed'), pointer, { name, to: keyword });
  else reportIn(context, both('rule-changed'), pointer, { name });
}

/** For each annotation: the kinds of the change if the annotation becomes `true`, and the kinds of any other change. */
const ANNOTATIONS = {
  deprecated: [
    { request: 'field-deprecated', response: 'field-deprecated' },
    { request: 'text-changed', response: 'text-changed' },
  ],
  readOnly: [
    { request: 'request-field-became-read-only', response: 'text-changed' },
    { request: 'request-field-became-writable', response: 'text-changed' },
  ],
  writeOnly: [
    { request: 'text-changed', response: 'response-field-became-write-only' },
    { request: 'text-changed', response: 'response-field-became-readable' },
  ],
} as const;

const isAnnotation = (keyword: string): keyword is keyof typeof ANNOTATIONS => Object.hasOwn(ANNOTATIONS, keyword);

/** Returns whether a changed bound allows fewer values (`narrower`), more values (`wider`), or other values. */
function boundOrder(keyword: string, before: unknown, after: unknown): 'narrower' | 'wider' | 'other' {
  if (before === undefined) return 'narrower';
  if (after === undefined) return 'wider';
  if (typeof before !== 'number' || typeof after !== 'number') return 'other';
  if (keyword === 'multipleOf') return after % before === 0 ? 'narrower' : before % after === 0 ? 'wider' : 'other';
  return after > before === LOWER.includes(keyword) ? 'narrower' : 'wider';
}
