import { referenceTo } from '../json.ts';
import { isReference, visitObjects } from './visit-references.ts';

/**
 * Replaces the `$anchor` in each `$ref` with the JSON pointer of its schema, because openapi-typescript and Prism follow
 * only pointers.
 *
 * @param files The content of the files by URL. The function changes the content.
 */
export function replaceAnchors(files: ReadonlyMap<string, unknown>): void {
  const pointers = new Map<string, string>();
  for (const [url, content] of files)
    visitObjects(content, ({ $anchor }, keys, isMap) => {
      if (!isMap && typeof $anchor === 'string') pointers.set(`${url}#${$anchor}`, referenceTo(keys));
    });
  for (const [url, content] of files)
    visitObjects(content, (value) => {
      const pointer = isReference(value) ? pointers.get(new URL(value.$ref, url).href) : undefined;
      if (pointer !== undefined) Object.assign(value, { $ref: String(value['$ref']).replace(/#.*/, () => pointer) });
    });
}
