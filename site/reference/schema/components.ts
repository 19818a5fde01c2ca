import { isJsonType, type OpenApiDocument, type OperationEntry, resolve } from 'tenant-management-document';
import { successesOf } from '../successes-and-failures.ts';
import { choicesOf, type Schema, subschema, typesOf } from './schema.ts';
import { type SchemaUses, usesOf } from './schema-uses.ts';

/**
 * Number of schemas that fit on a screen. A longer list has a heading for each letter. Also, it does not contain the
 * bodies of single operations, because readers look for the schemas that several places use.
 */
export const SHORT_LIST = 20;

/** The schemas of a document that have a name. */
export interface Components {
  /** Names of the schemas that have a page, in the order of the document. */
  readonly pages: ReadonlySet<string>;
  /** The places that use a schema, by the name of the schema. A schema without a page or without uses is absent. */
  readonly uses: ReadonlyMap<string, SchemaUses>;
  /** Returns the schema with the given name. The document must have such a schema. */
  schema(name: string): Schema;
  /** Resolves a reference; returns any other schema unchanged. */
  resolve(schema: Schema): Schema;
  /** Returns the name of a schema with fields or alternatives, with or without a page. */
  nameOf(schema: Schema): string | undefined;
}

/**
 * Finds the schemas of a document that have a page: those with fields or alternatives, and those that accept any value.
 * Other schemas are described in each place that uses them: scalars, enums, arrays, maps, schemas that only one other
 * schema uses, and in a large document, the bodies of a single operation.
 */
export function listComponents(document: OpenApiDocument, operations: readonly OperationEntry[]): Components {
  const resolveSchema = (schema: Schema): Schema => resolve(document, schema).value;
  const entries = Object.entries(document.components?.schemas ?? {}) as [string, Schema][];
  const schemas = new Map(entries.filter(([, schema]) => hasStructure(schema, resolveSchema)));
  const nameOf = (schema: Schema) => {
    const { component } = resolve(document, schema);
    return component?.group === 'schemas' && schemas.has(component.name) ? component.name : undefined;
  };
  const resolved = new Map([...schemas].map(([name, schema]) => [name, resolveSchema(schema)]));
  const users = usesOf(document, operations, schemas, nameOf);
  const names = namesWithPage(users, [...schemas.keys()]);
  const own = names.size > SHORT_LIST ? ownBodies(users, operations, nameOf, resolveSchema) : new Set<string>();
  const pages = new Set([...names].filter((name) => !own.has(name)));
  const withPage = (schema: Schema) => {
    const name = nameOf(schema);
    return name !== undefined && pages.has(name) ? name : undefined;
  };
  return {
    pages,
    uses: usesOf(document, operations, new Map([...schemas].filter(([name]) => pages.has(name))), withPage),
    schema: (name) => resolved.get(name) ?? {},
    resolve: resolveSchema,
    nameOf,
  };
}

/** Whether a schema has fields or alternatives with fields, or accepts any value. */
function hasStructure(schema: Schema, resolve: (schema: Schema) => Schema, seen: readonly Schema[] = []): boolean {
  const resolved = resolve(schema);
  if (seen.includes(resolved)) return true;
  if (resolved.enum !== undefined || resolved.const !== undefined) return false;
  if (Object.keys(resolved.properties ?? {}).length > 0) return true;
  const parts = [...choicesOf(resolved), ...(resolved.allOf ?? [])];
  if (parts.length > 0) return parts.some((part) => hasStructure(part, resolve, [...seen, resolved]));
  return typesOf(resolved) === undefined && subschema(resolved.items) === undefined;
}

/**
 * Returns the names of the schemas that need a page. A schema that only one other schema uses does not need a page,
 * unless the schema is recursive.
 */
function namesWithPage(uses: ReadonlyMap<string, SchemaUses>, names: readonly string[]): Set<string> {
  const onlyUser = (name: string): string | undefined => {
    const { operations = [], schemas = [] } = uses.get(name) ?? {};
    return operations.length === 0 && schemas.length === 1 ? schemas[0] : undefined;
  };
  const isInCycle = (name: string): boolean => {
    const seen = new Set<string>();
    let user = onlyUser(name);
    while (user !== undefined && user !== name && !seen.has(user)) {
      seen.add(user);
      user = onlyUser(user);
    }
    return user === name;
  };
  return new Set(names.filter((name) => onlyUser(name) === undefined || isInCycle(name)));
}

/**
 * Returns the names of the objects that one operation sends or returns as JSON, and that nothing else uses. The page of
 * the operation shows all that the page of such a schema would show, unless the schema has examples, or fields for
 * only one direction.
 */
function ownBodies(
  uses: ReadonlyMap<string, SchemaUses>,
  operations: readonly OperationEntry[],
  nameOf: Components['nameOf'],
  resolveSchema: Components['resolve'],
): Set<string> {
  const bodies = operations.flatMap(({ operation }) => [
    operation.requestBody?.content ?? {},
    ...successesOf(operation).map(([, { content = {} }]) => content),
  ]);
  // The page of an operation shows an example of the first media type.
  const schemas = bodies.flatMap((content): Schema[] => {
    const [type = '', { schema = {} } = {}] = Object.entries(content)[0] ?? [];
    return isJsonType(type) ? [schema] : [];
  });
  const names = schemas.flatMap((schema) => {
    const { properties, examples } = resolveSchema(schema);
    const isWhole = properties !== undefined && examples === undefined && !hasDirection(schema, resolveSchema);
    return isWhole ? (nameOf(schema) ?? []) : [];
  });
  return new Set(
    names.filter((name) => {
      const { operations: users = [], schemas: outer = [] } = uses.get(name) ?? {};
      return users.length === 1 && outer.length === 0;
    }),
  );
}

/** Whether a schema has fields, at any depth, that only requests or only responses contain. */
function hasDirection(schema: Schema, resolve: Components['resolve'], seen = new Set<unknown>()): boolean {
  const resolved = resolve(schema);
  if (seen.has(resolved)) return false;
  seen.add(resolved);
  if (resolved.readOnly === true || resolved.writeOnly === true) return true;
  const { properties = {}, patternProperties = {}, items, additionalProperties, allOf = [] } = resolved;
  const fields = [...Object.values(properties), ...Object.values(patternProperties), additionalProperties];
  return [...fields, items, ...allOf, ...choicesOf(resolved)]
    .flatMap((part) => subschema(part) ?? [])
    .some((part) => hasDirection(part, resolve, seen));
}
