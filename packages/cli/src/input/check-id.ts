import { UsageError } from '../exit-status.js';

/** Matches a control character, a line separator, or a character that cannot be seen, such as U+200B or U+2800. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Checks an id before anything is sent, because an id that is not valid would stop a job in the middle.
 *
 * @param place Place of the id, for the message, such as `line 7 of ids.csv`.
 * @throws UsageError If the id cannot be one segment of a path. The message does not contain the id.
 */
export function checkId(id: string, place: string): string {
  if (id === '') throw new UsageError(`${place}: the id must not be empty`);
  const [invisible] = INVISIBLE.exec(id) ?? [];
  if (invisible !== undefined) {
    const code = (invisible.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    throw new UsageError(`${place}: the id must not contain the control or invisible character U+${code}`);
  }
  if (id === '.' || id === '..') throw new UsageError(`${place}: the id must not be "." or ".."`);
  if (!id.isWellFormed()) throw new UsageError(`${place}: the id must be well-formed Unicode`);
  return id;
}
