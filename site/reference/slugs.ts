import { createHash } from 'node:crypto';

/** Maximum length of a slug. A file name can have 255 bytes, and a URL should be readable. */
const MAX_LENGTH = 100;

/** Names that a file must not have: a file `index.md` is the page of its folder. */
const RESERVED = ['', 'index'];

/**
 * Returns a slug for each id: lower-case letters, digits, `-` and `_`, so that the slugs differ even if the file system
 * ignores case. If several ids have the same slug, the first id keeps the slug, and the others get a suffix that
 * depends only on the id.
 */
export function slugsOf(ids: readonly string[]): Map<string, string> {
  const used = new Set(RESERVED);
  return new Map(
    ids.map((id) => {
      const plain = plainSlug(id);
      const slug = used.has(plain) ? `${plain}-${hashOf(id)}` : plain;
      used.add(slug);
      return [id, slug];
    }),
  );
}

/** Converts an id to lower case. Words in camel case are separated: `listUsers` becomes `list-users`. */
function plainSlug(id: string): string {
  const slug = id
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug.length > MAX_LENGTH ? `${slug.slice(0, MAX_LENGTH)}-${hashOf(id)}` : slug;
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 8);
