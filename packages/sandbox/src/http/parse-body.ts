/** Largest number of nested objects and lists in a body: functions that call themselves for each level would fail. */
export const MAX_LEVELS = 1000;

/**
 * Parses the JSON of a request body.
 *
 * @throws SyntaxError If the text is not JSON, or has too many nested objects and lists.
 */
export function parseBody(text: string): unknown {
  const value: unknown = JSON.parse(text);
  let level = [value];
  for (let count = 0; level.length > 0; count += 1) {
    if (count > MAX_LEVELS) throw new SyntaxError(`The body must have at most ${MAX_LEVELS} levels`);
    level = level.filter((one) => Object(one) === one).flatMap((one) => Object.values(Object(one)));
  }
  return value;
}
