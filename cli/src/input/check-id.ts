import { UsageError } from '../usage-error.js';

/** Matches a character that no id contains: a control character, such as NUL, or a line separator. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Checks an id before anything is sent, because an id that is not valid would stop a job in the middle.
 *
 * @param place Place of the id, for the message, such as `line 7 of ids.csv`.
 * @throws UsageError If the id cannot be one segment of a path. The message does not contain the id.
 */
export function checkId(id: string, place: string): string {
  if (id === '') throw new UsageError(`${place}: the id must not be empty`);
  if (CONTROL.test(id)) throw new UsageError(`${place}: the id must not contain control characters`);
  if (id === '.' || id === '..') throw new UsageError(`${place}: the id must not be "." or ".."`);
  if (!id.isWellFormed()) throw new UsageError(`${place}: the id must be well-formed Unicode`);
  return id;
}
