import { deletePaths } from '#generated/delete-paths.js';
import type { ApiError } from '../errors/errors.js';
import { isManagementError } from '../errors/management-error.js';

/** The start of the added sentence. */
const UNKNOWN = '; the OpenAPI document has no DELETE with this path';

/**
 * Adds the closest path template to the message of a 404 to a DELETE that the document does not have, because callers
 * print the message. Plain JavaScript can pass such a path: it is misspelt, or contains an id.
 */
export function nameClosestPath(error: unknown): void {
  if (!isManagementError(error)) return;
  // The cast is safe: the code reads only properties that an error of this package can lack.
  const failure = error as ApiError;
  const { status, method, path, message, stack } = failure;
  // A function can return the same error for several items.
  const isKnown = deletePaths.includes(path) || message.includes(UNKNOWN);
  if (status !== 404 || method !== 'DELETE' || isKnown) return;
  const [closest] = deletePaths.toSorted((one, other) => distance(path, one) - distance(path, other));
  // A document can have no DELETE.
  failure.message = message + UNKNOWN + (closest === undefined ? '' : `; the closest is "${closest}"`);
  // In V8, the stack contains the message, and the console prints only the stack.
  failure.stack = String(stack).replace(message, () => failure.message);
}

/** Returns the number of insertions, deletions and substitutions of characters that turn one text into the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const character of from) {
    let [left = 0] = row;
    let diagonal = left;
    row = row.map((above, column) => {
      left = Math.min(above + 1, left + 1, diagonal + Number(character !== to[column - 1]));
      diagonal = above;
      return left;
    });
  }
  return Number(row.at(-1));
}
