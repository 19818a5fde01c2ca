import { referenceTo } from '../json.ts';
import { isReference, visitObjects } from './visit-references.ts';

/**
 * Replaces the `$anchor` in each `$ref` of a document with the JSON pointer of its schema, because openapi-typescript and
 * Prism follow only pointers.
 */
export function replaceAnchors(document: unknown): void {
  const pointers = new Map<string, string>();
  visitObjects(document, ({ $anchor }, keys, isMap) => {
    if (!isMap && typeof $anchor === 'string') pointers.set(`#${$anchor}`, referenceTo(keys));
  });
  visitObjects(document, (value) => {
    const pointer = isReference(value) ? pointers.get(value.$ref) : undefined;
    if (pointer !== undefined) Object.assign(value, { $ref: pointer });
  });
}
