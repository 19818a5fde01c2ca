/**
 * Returns a JSON value as an expression in JavaScript. The key `__proto__` is computed, because an object literal with
 * `"__proto__": value` has the value as its prototype and has no such member.
 *
 * @param indentation Number of spaces for each level. With `0`, the expression is on one line.
 */
export const expressionOf = (value: unknown, indentation = 0): string =>
  JSON.stringify(value, null, indentation).replaceAll(/(?<!\\)"__proto__":/g, '["__proto__"]:');
