import { didYouMean, isObject } from 'tools-document';

interface Context {
  readonly type: { readonly name: string; readonly properties: object };
  readonly location: { child(keys: readonly string[]): { key(): object } };
  report(problem: { message: string; location: object }): void;
}

/**
 * Reports unknown keywords of the schemas of OpenAPI 3.1, such as `nullable`, and removes them: they are annotations
 * (JSON Schema 2020-12 Core, 6.5), but Redocly's rules reject them.
 */
export const unknownKeywords = () => {
  // This runs before Redocly checks the structure, so that a schema can be any value.
  const remove = (value: unknown, { type, location, report }: Context): void => {
    if (type.name !== 'Schema' || !isObject(value)) return;
    // The cast is safe: the document is changed in place.
    const schema = value as Record<string, unknown>;
    for (const [keyword, part] of Object.entries(schema)) {
      if (keyword === '$ref' || keyword.startsWith('x-') || Object.hasOwn(type.properties, keyword)) continue;
      const remedy = remedyFor(keyword, part, Object.keys(type.properties));
      const message = `The keyword "${keyword}" is unknown in OpenAPI 3.1, so tools ignore it: ${remedy}`;
      report({ message, location: location.child([keyword]).key() });
      delete schema[keyword];
    }
  };
  return { Schema: remove, ref: remove };
};

function remedyFor(keyword: string, value: unknown, keywords: readonly string[]): string {
  if (keyword === 'nullable') return "add null to the type, such as type: [string, 'null'].";
  if (isObject(value)) return 'correct or remove the keyword, or move a field to properties.';
  return `correct or remove the keyword${didYouMean(keyword, keywords) || '.'}`;
}
