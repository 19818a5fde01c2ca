/** Most edits between a misspelt name and the name that is suggested. */
const MAX_EDITS = 3;

/** The end of a message about an unknown name: the closest valid name if there is one, and all valid names. */
export function suggestNames(unknown: string, valid: readonly string[], kind: string): string {
  const [closest] = valid
    .map((name) => ({ name, edits: editDistance(unknown.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.min(MAX_EDITS, name.length / 2))
    .toSorted((a, b) => a.edits - b.edits);
  const suggestion = closest === undefined ? '' : ` did you mean "${closest.name}"?`;
  return `${suggestion} Valid ${kind}: ${valid.join(', ')}`;
}

/** Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_none, index) => index);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (to[column] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
