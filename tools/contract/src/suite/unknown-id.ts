/** Creates an unknown id with the format of a known id: some services return 400 for an id with another format. */
export const unknownIdLike = (id: string): string =>
  id.replace(/[A-Za-z0-9]+(?=[^A-Za-z0-9]*$)/, (characters) => '0'.repeat(characters.length));

/**
 * Returns an id that no item has.
 *
 * @param id An id that an item has.
 * @param accepts Whether the document allows an id.
 * @returns The unknown id; `undefined` if no such id was found, for example for an `enum`.
 */
export function unknownId(id: unknown, accepts: (id: unknown) => boolean): unknown {
  const known = String(id);
  const texts = [
    unknownIdLike(known),
    'unknown',
    `${known}0`,
    known.replace(/[0-9a-z]$/, (last) => (last === '0' ? '1' : '0')),
  ];
  const number = Number(id);
  const candidates = [...(typeof id === 'number' ? [] : texts), number + 1, number - 1];
  return candidates.find((candidate) => candidate !== id && accepts(candidate));
}
