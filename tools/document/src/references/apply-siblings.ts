import { resolve } from './resolve.ts';
import { visitReferences } from './visit-references.ts';

/** Keywords next to a `$ref` that do not restrict the value. They stay next to the `$ref`. */
const ANNOTATIONS = [
  ...['title', 'summary', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['externalDocs', 'xml', '$comment', '$defs', '$id', '$anchor', '$dynamicAnchor', '$schema', '$vocabulary'],
];

/**
 * Changes each schema that has other keywords next to a `$ref`: the `$ref` becomes an item of `allOf`, so that the types,
 * the samples and the sandbox apply both. In JSON Schema 2020-12, a schema restricts the value in addition to the target
 * of its `$ref` (Core, 8.2.3.1). If the target has the same keywords, they are removed.
 */
export function applySiblings(document: object): void {
  visitReferences(document, 'document', ({ node, group }) => {
    if (group !== 'schemas') return;
    const { $ref } = node;
    const target = Object(resolve<unknown>(document, { $ref }).value);
    // The cast is safe: the document is changed in place.
    const schema = node as Record<string, unknown>;
    const restricting = Object.keys(node).filter(
      (keyword) => keyword !== '$ref' && !ANNOTATIONS.includes(keyword) && !keyword.startsWith('x-'),
    );
    const isRepeated = (keyword: string) => JSON.stringify(node[keyword]) === JSON.stringify(target[keyword]);
    // Some keywords have an effect on others, such as `properties` on `additionalProperties`, so all remain or none.
    if (restricting.every(isRepeated)) {
      for (const keyword of restricting) delete schema[keyword];
      return;
    }
    delete schema['$ref'];
    // At the end, so that references to the other items of `allOf` stay correct.
    schema['allOf'] = [schema['allOf'] ?? [], { $ref }].flat();
  });
}
