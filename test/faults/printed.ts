import { inspect } from 'node:util';

/** A word that every token and client secret of these tests contains, and no other text. */
export const SECRET_PATTERN = /recognisable/;

/** Returns the texts of a value and of its causes, one for each way in which a program can print them. */
export function printed(value: unknown, visited = new Set<unknown>()): string[] {
  if (visited.has(value)) return [];
  visited.add(value);
  const options = { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true, maxArrayLength: null };
  const { message, stack, cause, errors, reason, ...rest } = Object(value);
  return [
    String(value),
    JSON.stringify(value) ?? '',
    JSON.stringify(rest),
    inspect(value),
    inspect(value, { ...options, maxStringLength: null }),
    String(message),
    String(stack),
    ...[cause, errors, reason].flatMap((inner) => (inner === undefined ? [] : printed(inner, visited))),
  ];
}
