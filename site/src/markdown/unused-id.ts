/** Returns an id, with a number if the page has this id already, and adds the result to the used ids. */
export function unusedId(id: string, used: Set<string>): string {
  let unused = id;
  for (let number = 2; used.has(unused); number += 1) unused = `${id}-${number}`;
  used.add(unused);
  return unused;
}
