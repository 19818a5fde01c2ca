import { hasMembers, keysOfReference, memberOf } from '../model/json.ts';
import { isReference, visitObjects } from '../model/visit-references.ts';
import { isExponential, patternsOf } from '../validation/explosive-patterns.ts';

/**
 * Number of values that the aliases of a YAML file can add. Aliases of aliases can turn a file of 1 kB into more values
 * than a process can hold.
 */
const MAX_ALIASED_VALUES = 1_000_000;
/** Number of levels of objects and lists. Functions call themselves for each level, so more can exhaust the stack. */
const MAX_LEVELS = 200;
/** Number of schemas that apply to one value. A schema counts for each path to it: validators follow each path. */
const MAX_SCHEMAS = 2_000;

/** What must be true for a file, so that programs can read and use it in little time and memory. */
export const RULES = {
  aliases: `must repeat at most ${MAX_ALIASED_VALUES} values and must not contain themselves; write these parts as components`,
  levels: `must be within ${MAX_LEVELS} levels of objects and lists, also through references; remove some levels`,
  schemas: `must not apply more than ${MAX_SCHEMAS} schemas to a value; refer to each schema fewer times`,
  pattern: 'must not take seconds for a short text; rewrite it so that repetitions match different texts',
};

/** Keywords whose schemas apply to the same value as the schema with the keyword. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/** Throws the error of a rule that a place does not fulfil. `what` names the subject of the message. */
export type Reject = (keys: readonly string[], what: string, rule: string) => never;

/** Checks the content of a file. */
export function checkLimits(root: unknown, reject: Reject): void {
  const heights = new Map<object, number>();
  const heightOf = (value: unknown, keys: readonly string[], level: number): number => {
    if (!hasMembers(value)) return 0;
    const known = heights.get(value);
    // The keys of all levels would hide the rule.
    if (level + (known ?? 0) > MAX_LEVELS) reject(keys.slice(0, 20), 'the value', RULES.levels);
    if (known !== undefined) return known;
    // A recursive schema adds no levels to itself.
    heights.set(value, 0);
    const members = Object.entries(value).map(([key, member]): [unknown, string[]] => [member, [...keys, key]]);
    const inner = [...members, ...targetsOf(root, value)].map(([part, path]) => heightOf(part, path, level + 1));
    const height = inner.reduce((most, one) => Math.max(most, one + 1), 0);
    heights.set(value, height);
    return height;
  };
  // Before the other checks, which are recursive too.
  heightOf(root, [], 0);
  const sizes = new Map<object, number>();
  if (sizeOf(root, sizes) - sizes.size > MAX_ALIASED_VALUES) reject([], 'the YAML aliases (*)', RULES.aliases);
  visitObjects(root, (value, keys, isMap) => {
    if (!isMap && countSchemas(root, value) > MAX_SCHEMAS) reject(keys, 'the schema', RULES.schemas);
    for (const [pattern, path] of patternsOf(value, keys, isMap))
      if (isExponential(pattern)) reject(path, 'the pattern', RULES.pattern);
  });
}

/** Counts the schemas that apply to a value, but none that applies to itself. Ends above the limit. */
function countSchemas(root: unknown, schema: unknown, ancestors: readonly unknown[] = [], count = 0): number {
  if (!hasMembers(schema) || ancestors.includes(schema) || count > MAX_SCHEMAS) return count;
  const parts = [
    ...targetsOf(root, schema).map(([target]) => target),
    ...IN_PLACE.flatMap((keyword) => memberOf(schema, keyword)),
    ...Object.values(Object(memberOf(schema, 'dependentSchemas'))),
  ];
  return parts.reduce<number>((sum, part) => countSchemas(root, part, [...ancestors, schema], sum), count + 1);
}

/** Returns the target of a reference in the same file, with its keys; an empty list for any other value. */
function targetsOf(root: unknown, value: unknown): [target: unknown, keys: string[]][] {
  const keys = isReference(value) ? keysOfReference(value.$ref) : undefined;
  return keys === undefined ? [] : [[keys.reduce<unknown>(memberOf, root), keys]];
}

/** Returns the number of objects and lists in a value. An object with several aliases counts several times. */
function sizeOf(value: unknown, sizes: Map<object, number>): number {
  if (!hasMembers(value)) return 0;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  // Until the size is known, an object that contains itself has no limit.
  sizes.set(value, Number.POSITIVE_INFINITY);
  const size = Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part, sizes), 1);
  sizes.set(value, size);
  return size;
}
