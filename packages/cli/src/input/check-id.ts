import { UsageError } from '../usage-error.js';
import { visibleText } from '../visible-text.js';

/**
 * Checks an id before anything is sent, because an id that is not valid would stop a job in the middle.
 *
 * @param place Place of the id, for the message, such as `line 7 of ids.csv`.
 * @throws UsageError If the id cannot be one segment of a path. The message does not contain the id.
 */
export function checkId(id: string, place: string): string {
  if (id === '') throw new UsageError(`${place}: the id must not be empty`);
  if (visibleText(id) !== id) throw new UsageError(`${place}: the id must not contain control characters`);
  if (id === '.' || id === '..') throw new UsageError(`${place}: the id must not be "." or ".."`);
  if (!id.isWellFormed()) throw new UsageError(`${place}: the id must be well-formed Unicode`);
  return id;
}
