/** Functions that return a different id, by another last letter or digit, or by an additional digit. */
const OTHER_IDS = [
  (id: string): string => id.replace(/[a-z0-9](?=[^a-z0-9]*$)/i, (last) => (last === '1' ? '2' : '1')),
  (id: string): string => `${id}1`,
] as const;

/**
 * Returns a function that changes an id to a different, valid id: the ids of a document can have a pattern. If
 * no change is valid, the function replaces the last letter or digit.
 *
 * @param accepts Whether an id is valid.
 */
export function otherIdFor(id: string, accepts: (id: string) => boolean): (id: string) => string {
  const [replaced] = OTHER_IDS;
  return OTHER_IDS.find((change) => accepts(change(id))) ?? replaced;
}
