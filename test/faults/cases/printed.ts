import { inspect } from 'node:util';

/** Matches a word that occurs in every token and client secret of these tests, and in no other text. */
export const SECRET_PATTERN = /recognisable/;

/** Returns every text that a program can print for a value: its message, its JSON and so on. Includes its causes. */
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
