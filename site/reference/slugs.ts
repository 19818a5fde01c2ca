/** Names that a file must not have: a file `index.md` is the page of its folder. */
const RESERVED = ['', 'index'];

/**
 * Returns a slug for each id: lower-case letters, digits, `-` and `_`. If several ids have the same slug, the others get
 * a number, so that the slugs differ even if the file system ignores case.
 */
export function slugsOf(ids: readonly string[]): Map<string, string> {
  const used = new Set(RESERVED);
  const slugs = ids.map((id): [string, string] => {
    const plain = plainSlug(id);
    let slug = plain;
    for (let number = 2; used.has(slug); number += 1) slug = `${plain}-${number}`;
    used.add(slug);
    return [id, slug];
  });
  return new Map(slugs);
}

/** Converts an id to lower case. Words in camel case are separated: `listUsers` becomes `list-users`. */
const plainSlug = (id: string): string =>
  id
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '');
