/**
 * Largest number of edits between a misspelt name and a valid name. More edits could turn one valid name into another.
 */
const MAX_EDITS = 3;

/**
 * Returns the name that is closest to a misspelt name; `undefined` if all names differ by more than 3 edits or by more
 * than half of the characters.
 */
export function closestName(misspelt: string, names: readonly string[], maxEdits = MAX_EDITS): string | undefined {
  for (let edits = 0; edits <= maxEdits; edits += 1) {
    const closest = names.find(
      (name) =>
        edits <= Math.max(name.length, misspelt.length) / 2 &&
        isWithin(edits, misspelt.toLowerCase(), name.toLowerCase()),
    );
    if (closest !== undefined) return closest;
  }
  return undefined;
}

/** Returns a question that suggests the closest name, such as `; did you mean "id"?`; empty if no name is close. */
export function didYouMean(misspelt: string, names: readonly string[]): string {
  const closest = closestName(misspelt, names);
  return closest === undefined ? '' : `; did you mean "${closest}"?`;
}

/** Returns the message for an unknown option, with all valid options. */
export const unknownOption = (unknown: string, valid: readonly string[]): string =>
  `unknown option "${unknown}"${didYouMean(unknown, valid) || '.'} Valid options: ${valid.join(', ')}`;

/** Whether at most `edits` insertions, deletions and substitutions turn one text into the other. */
function isWithin(edits: number, a: string, b: string): boolean {
  if (a === b) return true;
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return isWithin(edits, restOfA, restOfB);
  if (edits === 0) return false;
  return isWithin(edits - 1, restOfA, b) || isWithin(edits - 1, a, restOfB) || isWithin(edits - 1, restOfA, restOfB);
}
