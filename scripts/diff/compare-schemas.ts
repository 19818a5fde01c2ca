import { compareConstraints } from './compare-constraints.ts';
import { compareTypes } from './compare-types.ts';
import { escapeKey, type Place } from './place.ts';
import type { Kind } from './policy.ts';
import { findRenames } from './renames.ts';
import { both, reportIn, type SchemaContext } from './schema-context.ts';
import { type Choice, type SchemaView, viewOf } from './schema-view.ts';
import { compareTexts, isEqual } from './texts.ts';

/** Compares two lists of schemas; each list applies to the same value. */
export function compareSchemas(
  context: SchemaContext,
  before: readonly Place[],
  after: readonly Place[],
  name: string,
): void {
  const key = [...before.map(({ pointer }) => pointer), '→', ...after.map(({ pointer }) => pointer)].join(' ');
  const pair = `${context.direction} ${context.isSeed} ${key}`;
  if (context.seen.has(pair)) return;
  context.seen.add(pair);
  const [first, second] = [before[0], after[0]];
  if (first === undefined || second === undefined) return;
  if (first.component !== undefined && second.component !== undefined)
    context.onComponents(first.component, second.component);
  compareTexts(first, second, context.report, name);
  const [old, now] = [viewOf(before), viewOf(after)];
  compareTypes(context, old, now, name);
  compareConstraints(context, old, now, name);
  compareFields(context, old, now, name);
  if (old.items.length > 0 && now.items.length > 0) compareSchemas(context, old.items, now.items, `${name}[]`);
  else compareItems(context, old, now, name);
  compareAdditional(context, old, now, name);
  compareChoices(context, old, now, name);
}

function compareFields(context: SchemaContext, old: SchemaView, now: SchemaView, name: string): void {
  const inner = (field: string) => (name === '' ? field : `${name}.${field}`);
  const removed = [...old.fields.keys()].filter((field) => !now.fields.has(field));
  const added = [...now.fields.keys()].filter((field) => !old.fields.has(field));
  const signatures = (view: SchemaView, fields: readonly string[]) =>
    new Map(
      fields.map((field) => [field, [view.required.has(field), view.fields.get(field)?.map(({ value }) => value)]]),
    );
  const renames = new Map(findRenames(signatures(old, removed), signatures(now, added)));
  for (const field of removed) {
    const to = renames.get(field);
    const pointer = (to === undefined ? old.fields.get(field) : now.fields.get(to))?.[0]?.pointer ?? old.pointer;
    const names = { name: inner(field), ...(to !== undefined && { to: inner(to) }) };
    reportIn(context, both(to === undefined ? 'field-removed' : 'field-renamed'), pointer, names);
    if (to !== undefined) {
      requireInSeeds(context, pointer, inner(to), now.required.has(to));
      compareSchemas(context, old.fields.get(field) ?? [], now.fields.get(to) ?? [], inner(to));
    }
  }
  const isNew = new Set(renames.values());
  for (const field of added.filter((one) => !isNew.has(one))) {
    const pointer = now.fields.get(field)?.[0]?.pointer ?? now.pointer;
    const isRequired = now.required.has(field);
    const request = isRequired ? 'request-required-field-added' : 'request-field-added';
    reportIn(context, { request, response: 'response-field-added' }, pointer, { name: inner(field) });
    requireInSeeds(context, pointer, inner(field), isRequired);
  }
  for (const [field, schemas] of old.fields) {
    const others = now.fields.get(field);
    if (others === undefined) continue;
    const pointer = others[0]?.pointer ?? now.pointer;
    compareMember(context, old, now, field, { pointer, name: inner(field) });
    compareSchemas(context, schemas, others, inner(field));
  }
  compareUndeclared(context, old, now, inner);
}

/** Compares whether a field is required, read-only, write-only and deprecated. */
function compareMember(
  context: SchemaContext,
  old: SchemaView,
  now: SchemaView,
  field: string,
  { pointer, name }: { readonly pointer: string; readonly name: string },
): void {
  const [was, is] = [old.required.has(field), now.required.has(field)];
  if (!was && is) {
    reportIn(context, both('field-became-required'), pointer, { name });
    requireInSeeds(context, pointer, name, true);
  }
  if (was && !is) reportIn(context, both('field-became-optional'), pointer, { name });
}

/** Compares names that are required although no schema declares them. */
function compareUndeclared(
  context: SchemaContext,
  old: SchemaView,
  now: SchemaView,
  inner: (field: string) => string,
): void {
  const isUndeclared = (field: string) => !old.fields.has(field) && !now.fields.has(field);
  const report = (kinds: { request: Kind; response: Kind }, field: string) =>
    reportIn(context, kinds, `${now.pointer}/required`, { name: inner(field) });
  for (const field of now.required) {
    if (isUndeclared(field) && !old.required.has(field)) report(both('field-became-required'), field);
  }
  for (const field of old.required) {
    if (isUndeclared(field) && !now.required.has(field)) report(both('field-became-optional'), field);
  }
}

/** Reports that seeds need a field, if the response describes the items of a resource. */
function requireInSeeds({ isSeed, report }: SchemaContext, pointer: string, name: string, isRequired: boolean): void {
  if (isSeed && isRequired) report('seed-field-required', pointer, { name });
}

/** Compares lists of which only one has a schema of its items. */
function compareItems(context: SchemaContext, old: SchemaView, now: SchemaView, name: string): void {
  if (old.items.length === now.items.length) return;
  const isNarrower = now.items.length > 0;
  const request = isNarrower ? 'request-type-narrowed' : 'request-type-widened';
  const response = isNarrower ? 'response-type-shown' : 'response-type-widened';
  reportIn(context, { request, response }, `${now.pointer}/items`, { name: `${name}[]`, to: 'see the document' });
}

/**
 * Compares additional fields. The types have an index signature if additional fields have a schema, or if no field is
 * declared.
 */
function compareAdditional(context: SchemaContext, old: SchemaView, now: SchemaView, name: string): void {
  const pointer = `${now.pointer}/additionalProperties`;
  const names = { name: name || 'the object' };
  if (old.additional.length > 0 && now.additional.length > 0) {
    compareSchemas(context, old.additional, now.additional, `${name}{}`);
  } else if (old.additional.length > 0 && (now.isClosed || now.fields.size > 0)) {
    reportIn(context, both('map-removed'), pointer, names);
  } else if (old.additional.length > 0) {
    reportIn(context, { request: 'request-type-widened', response: 'response-type-widened' }, pointer, {
      name: `${name}{}`,
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

function compareChoices(context: SchemaContext, old: SchemaView, now: SchemaView, name: string): void {
  const count = Math.max(old.choices.length, now.choices.length);
  for (let index = 0; index < count; index++) {
    compareChoice(context, old.choices[index], now.choices[index], name, now.pointer);
  }
}

/** Compares the alternatives of a value. Equal alternatives and those of the same component belong together. */
function compareChoice(
  context: SchemaContext,
  old: Choice | undefined,
  now: Choice | undefined,
  name: string,
  pointer: string,
): void {
  if (old === undefined || now === undefined) {
    const choice = old ?? now;
    // A choice restricts the value, so a new one narrows it.
    const isNarrower = old === undefined;
    const request = isNarrower ? 'request-type-narrowed' : 'request-type-widened';
    const response = isNarrower ? 'response-type-narrowed' : 'response-type-widened';
    reportIn(context, { request, response }, choice?.pointer ?? pointer, { name, to: 'see the document' });
    return;
  }
  if (old.keyword !== now.keyword) reportIn(context, both('rule-changed'), now.pointer, { name });
  const pairs: [Place, Place][] = [];
  let removed = [...old.branches];
  let added = [...now.branches];
  const pairUp = (matches: (before: Place, after: Place) => boolean) => {
    for (const before of removed) {
      const after = added.find((candidate) => matches(before, candidate));
      if (after === undefined) continue;
      pairs.push([before, after]);
      removed = removed.filter((one) => one !== before);
      added = added.filter((one) => one !== after);
    }
  };
  pairUp((before, after) => before.component !== undefined && before.component === after.component);
  pairUp((before, after) => isEqual(before.value, after.value));
  pairUp(
    (before, after) =>
      before.component === undefined && after.component === undefined && before.pointer === after.pointer,
  );
  // A single alternative on each side that is left can be a renamed component.
  if (removed.length === 1 && added.length === 1) pairUp(() => true);
  for (const [before, after] of pairs) compareSchemas(context, [before], [after], name);
  for (const branch of removed)
    reportIn(context, both('alternative-removed'), branch.pointer, { name, to: titleOf(branch) });
  for (const branch of added)
    reportIn(context, both('alternative-added'), branch.pointer, { name, to: titleOf(branch) });
}

const titleOf = ({ component, pointer }: Place): string =>
  component?.split('/').at(-1) ?? escapeKey(pointer.split('/').at(-1) ?? '');
