/** Returns the id of the rows of a schema, to which other rows link. */
export const schemaId = (name: string): string => `schema-${name.replaceAll(/[^\w.-]/g, '-')}`;
