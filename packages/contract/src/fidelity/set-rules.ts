// Learns which fields a service sets in its items, from the fields of requests and responses.
import { groupBy, isObject, type JsonObject, type SetRule } from 'tenant-management-document';

/** The fields that the requests gave to an item, and the item in a response. */
export interface Evidence {
  readonly given: JsonObject;
  /** The fields of the last request that changed the item. */
  readonly changed: JsonObject;
  readonly shown: JsonObject;
  /** Names of the fields that the response can have; absent if it can have all fields. */
  readonly selected?: readonly string[];
}

/** A field that a request has not given, and whether the response has the field. */
interface Observation {
  /** Scalar values of the given fields by path, and `*` for objects and lists. */
  readonly features: ReadonlyMap<string, unknown>;
  /** The names of the fields in the value; `undefined` if the response does not have the field. */
  readonly shape: string | undefined;
  readonly value: unknown;
}

/** Share of equal observations above which a field does not depend on other fields. */
const PURE = 0.95;
/** Share of the observations that a condition must explain in addition. */
const GAIN = 0.02;
/** Largest number of conditions of a rule. More conditions would describe single recordings. */
const MAX_CONDITIONS = 4;
/** Largest number of different values of a field that a condition can depend on. Ids and names have more values. */
const MAX_VALUES = 40;

/** Returns the rules by which a service sets fields. */
export function setRules(evidence: readonly Evidence[], ignored: readonly string[]): SetRule[] {
  const observations = new Map<string, Observation[]>();
  for (const [place, contexts] of groupBy(evidence.flatMap(contextsOf), (context) => context.place)) {
    const names = new Set(
      contexts.flatMap(({ given, shown }) => Object.keys(shown).filter((name) => !(name in given))),
    );
    for (const name of names) {
      const path = place === '' ? name : `${place}.${name}`;
      // A dot separates the names of a path, so a name with a dot cannot be part of a path.
      if (name.includes('.') || ignored.includes(path)) continue;
      const own = contexts.filter(({ given, selected }) => !(name in given) && selected?.includes(name) !== false);
      observations.set(
        path,
        own.map(({ shown, features }) => ({ features, shape: shapeOf(shown[name]), value: shown[name] })),
      );
    }
  }
  const rules = [...observations].flatMap(([path, own]) =>
    leavesOf(own).map(({ when, value }) => ({ when, path, value })),
  );
  return [...groupBy(rules, ({ when }) => JSON.stringify(when))].map(([, own]) => {
    const when = own[0]?.when ?? {};
    const fields = Object.fromEntries(own.map(({ path, value }) => [path, value]));
    return { ...(Object.keys(when).length > 0 && { when }), fields };
  });
}

/** Returns the paths of the fields that requests give, not as `null`, and that most responses do not have. */
export function droppedFields(evidence: readonly Evidence[]): string[] {
  // A later request can remove a field, so only the last request shows that the service drops the field.
  const last = evidence.map((one) => ({ ...one, given: one.changed }));
  const given = last.flatMap(contextsOf).flatMap((context) =>
    Object.entries(context.given)
      .filter(([name, value]) => value !== null && !name.includes('.') && context.selected?.includes(name) !== false)
      .map(([name]) => ({
        path: context.place === '' ? name : `${context.place}.${name}`.replaceAll('[]', ''),
        isDropped: !(name in context.shown),
      })),
  );
  return [...groupBy(given, ({ path }) => path)].flatMap(([path, own]) =>
    own.filter(({ isDropped }) => isDropped).length * 2 > own.length ? [path] : [],
  );
}

/** An object that both the requests and the response have. */
interface Context extends Omit<Evidence, 'changed'> {
  readonly place: string;
  readonly features: ReadonlyMap<string, unknown>;
}

function contextsOf(evidence: Evidence): Context[] {
  const features = new Map(featuresOf(evidence.given));
  const visit = (given: unknown, shown: unknown, place: string): Context[] => {
    if (Array.isArray(given) && Array.isArray(shown)) {
      return given.length === shown.length ? given.flatMap((one, at) => visit(one, shown[at], `${place}[]`)) : [];
    }
    if (!isObject(given) || !isObject(shown)) return [];
    const inner = Object.keys(given)
      .filter((name) => !name.includes('.'))
      .flatMap((name) => visit(given[name], shown[name], place === '' ? name : `${place}.${name}`));
    const { selected } = place === '' ? evidence : {};
    return [{ place, given, shown, features, ...(selected && { selected }) }, ...inner];
  };
  return visit(evidence.given, evidence.shown, '');
}

/** Whether a value is not a text, which nothing depends on. */
const isWord = (value: unknown): boolean => typeof value !== 'string' || /^[\w-]{1,40}$/.test(value);

function featuresOf(given: JsonObject, prefix = ''): [string, unknown][] {
  return Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    if (name.includes('.')) return [];
    if (value === null) return [];
    if (typeof value !== 'object') return [[prefix + name, isWord(value) ? value : '*']];
    const inner = prefix === '' && isObject(value) ? featuresOf(value, `${name}.`) : [];
    return [[prefix + name, '*'], ...inner];
  });
}

/** The value that the service sets under some conditions. */
interface Leaf {
  readonly when: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/** Returns the values of a field under conditions, in the form of a decision tree. */
function leavesOf(observations: readonly Observation[], when: Leaf['when'] = {}): Leaf[] {
  const usual = usualOf(observations);
  const share = usual.length / observations.length;
  const isFinal = share >= PURE || Object.keys(when).length >= MAX_CONDITIONS;
  const split = isFinal ? undefined : bestSplit(observations, usual.length);
  if (split === undefined) return usual[0]?.shape === undefined ? [] : [{ when, value: usual[0].value }];
  return [...split.groups].flatMap(([value, own]) => leavesOf(own, { ...when, [split.name]: value }));
}

/** Returns the observations with the most frequent shape. */
const usualOf = (observations: readonly Observation[]): Observation[] =>
  [...groupBy(observations, ({ shape }) => shape).values()].sort((one, other) => other.length - one.length)[0] ?? [];

/** Finds the field whose values best explain the observations. */
function bestSplit(observations: readonly Observation[], usual: number) {
  const names = new Set(observations.flatMap(({ features }) => [...features.keys()]));
  let best: { name: string; groups: Map<unknown, Observation[]>; explained: number } | undefined;
  for (const name of names) {
    const byValue = groupBy(observations, ({ features }) => features.get(name) ?? null);
    const byPresence = groupBy(observations, ({ features }) => (features.has(name) ? '*' : null));
    // A condition cannot state that a value is a text or an object, only that there is a value.
    const isValued = byValue.size <= MAX_VALUES && !byValue.has('*');
    for (const groups of isValued ? [byPresence, byValue] : [byPresence]) {
      // A condition with many values must explain more, because it could describe single recordings.
      const explained = [...groups.values()].reduce((sum, own) => sum + usualOf(own).length, -groups.size);
      if (groups.size > 1 && explained > (best?.explained ?? 0)) best = { name, groups, explained };
    }
  }
  return best !== undefined && best.explained - usual >= GAIN * observations.length ? best : undefined;
}

/** Returns the names of all fields of a value as a text; `undefined` for an absent value. */
function shapeOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort().join()}]`;
  if (!isObject(value)) return '';
  return `{${Object.keys(value)
    .sort()
    .map((name) => name + shapeOf(value[name]))
    .join()}}`;
}
