import { hasMembers, isObject } from 'tenant-management-document';

/** The fields in which two bodies differ, as paths such as `options.domain` and `items[].id`. */
export interface FieldDifferences {
  /** Fields that only the recorded body has. */
  readonly missing: readonly string[];
  /** Fields that only the body of the sandbox has. */
  readonly additional: readonly string[];
}

/**
 * Compares the fields of two JSON bodies, at every depth. The fields of the items of a list are compared only if both
 * lists have items, and the fields of an object only if both values are objects.
 */
export function compareFieldSets(recorded: unknown, sent: unknown, path = ''): FieldDifferences {
  if (Array.isArray(recorded) && Array.isArray(sent)) {
    const [one, other] = [mergedItems(recorded), mergedItems(sent)];
    return one === undefined || other === undefined ? NONE : compareFieldSets(one, other, `${path}[]`);
  }
  // A body without fields equals no body.
  if (path === '' && formOf(recorded) !== formOf(sent)) return compareForms(recorded, sent);
  if (!isObject(recorded) || !isObject(sent)) return NONE;
  const place = (name: string) => (path === '' ? name : `${path}.${name}`);
  const inner = Object.keys(recorded)
    .filter((name) => Object.hasOwn(sent, name))
    .map((name) => compareFieldSets(recorded[name], sent[name], place(name)));
  const onlyIn = (object: object, other: object) =>
    Object.keys(object)
      .filter((name) => !Object.hasOwn(other, name))
      .map(place);
  return {
    missing: [...onlyIn(recorded, sent), ...inner.flatMap(({ missing }) => missing)],
    additional: [...onlyIn(sent, recorded), ...inner.flatMap(({ additional }) => additional)],
  };
}

const formOf = (value: unknown): string => (Array.isArray(value) ? 'list' : isObject(value) ? 'object' : 'other');

const compareForms = (recorded: unknown, sent: unknown): FieldDifferences => ({
  missing: isFilled(recorded) ? ['body'] : [],
  additional: isFilled(sent) ? ['body'] : [],
});

const isFilled = (value: unknown): boolean => hasMembers(value) && Object.keys(value).length > 0;

const NONE: FieldDifferences = { missing: [], additional: [] };

/** Returns an object with the fields of all items of a list; `undefined` if no item is an object. */
function mergedItems(items: readonly unknown[]): unknown {
  return items.filter(isObject).reduce<unknown>((merged, item) => mergedValue(merged, item), undefined);
}

/** Merges two values of the same field: the fields of objects, and the items of lists. */
function mergedValue(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (!isObject(one) || !isObject(other)) return other ?? one;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, mergedValue(one[name], other[name])]));
}
