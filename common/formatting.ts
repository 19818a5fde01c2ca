/** Puts a text in single quotes for a POSIX shell, so that the shell reads every character literally. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Returns a JSON value as an expression in JavaScript. The key `__proto__` is computed, because an object literal with
 * `"__proto__": value` has the value as its prototype and has no such member.
 *
 * @param indentation Number of spaces for each level. With `0`, the expression is on one line.
 */
export const expressionOf = (value: unknown, indentation = 0): string =>
  JSON.stringify(value, null, indentation).replaceAll(/(?<!\\)"__proto__":/g, '["__proto__"]:');

/** Writes a text as a code span in Markdown. Backticks in the text do not end it. */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return line.includes('`') ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** Joins words for a sentence: `a, b or c`. */
export function joined(words: readonly string[], conjunction: 'and' | 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
