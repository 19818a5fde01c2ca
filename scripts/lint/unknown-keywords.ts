interface Context {
  readonly specVersion: string;
  readonly type: { readonly name: string; readonly properties: object };
  readonly location: { child(keys: readonly string[]): { key(): object } };
  report(problem: { message: string; location: object }): void;
}

/**
 * Reports unknown keywords of the schemas of OpenAPI 3.1, such as `nullable`, and removes them: they are annotations
 * (JSON Schema 2020-12 Core, 6.5), but Redocly's rules reject them.
 */
export const unknownKeywords = () => {
  const remove = (schema: Record<string, unknown>, { specVersion, type, location, report }: Context): void => {
    if (specVersion === 'oas3_0' || type.name !== 'Schema') return;
    for (const keyword of Object.keys(schema)) {
      if (keyword === '$ref' || keyword.startsWith('x-') || Object.hasOwn(type.properties, keyword)) continue;
      const message = `The keyword "${keyword}" is unknown in OpenAPI 3.1, so tools ignore it: correct or remove the keyword.`;
      report({ message, location: location.child([keyword]).key() });
      delete schema[keyword];
    }
  };
  return { Schema: remove, ref: remove };
};
