import { hasMembers } from '../json.ts';

/** The parts of a schema that declare fields. */
interface NestedSchema {
  readonly properties?: Readonly<Record<string, NestedSchema>>;
  readonly additionalProperties?: boolean | object;
  readonly patternProperties?: object;
  readonly items?: NestedSchema;
  readonly allOf?: readonly NestedSchema[];
  readonly anyOf?: readonly NestedSchema[];
  readonly oneOf?: readonly NestedSchema[];
}

/** Resolves a reference in the file `from`, as Redocly does for its rules. */
export type ResolveNode = <T>(node: T, from?: string) => { node?: T; location?: { source?: { absoluteRef?: string } } };

/** A schema and the file that contains it. The references of the schema are relative to that file. */
interface Located {
  readonly schema: NestedSchema;
  readonly from: string | undefined;
}

/**
 * Lists the fields of a value that its schema does not declare. Each result is the list of keys from the root to the
 * field. Every field counts as declared if the schema has no `properties`, has `patternProperties`, or has a schema for
 * additional fields.
 */
export function undeclaredFields(value: unknown, schema: unknown, resolve: ResolveNode): (string | number)[][] {
  return fieldsOf(value, [{ schema: schema as NestedSchema, from: undefined }], resolve);
}

function fieldsOf(value: unknown, schemas: readonly Located[], resolve: ResolveNode): (string | number)[][] {
  if (!hasMembers(value)) return [];
  const parts = partsOf(schemas, resolve);
  const under = (key: string | number, inner: unknown, of: (schema: NestedSchema) => NestedSchema | undefined) => {
    const declared = parts.flatMap(({ schema, from }) => {
      const found = of(schema);
      return found === undefined ? [] : [{ schema: found, from }];
    });
    return fieldsOf(inner, declared, resolve).map((path) => [key, ...path]);
  };
  if (Array.isArray(value)) return value.flatMap((item, index) => under(index, item, ({ items }) => items));
  const isClosed =
    parts.some(({ schema }) => schema.properties) && !parts.some(({ schema }) => describesOthers(schema));
  const isDeclared = (key: string) => parts.some(({ schema }) => Object.hasOwn(schema.properties ?? {}, key));
  return Object.entries(value).flatMap(([key, inner]) =>
    isClosed && !isDeclared(key) ? [[key]] : under(key, inner, ({ properties }) => properties?.[key]),
  );
}

const describesOthers = ({ additionalProperties, patternProperties }: NestedSchema): boolean =>
  patternProperties !== undefined ||
  (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0);

/** Returns the schemas and all schemas that they are composed of, with resolved references. */
function partsOf(schemas: readonly Located[], resolve: ResolveNode, seen = new Set<object>()): Located[] {
  return schemas.flatMap(({ schema, from }) => {
    const { node, location } = resolve(schema, from);
    // An invalid schema can be composed of itself.
    if (typeof node !== 'object' || node === null || seen.has(node)) return [];
    seen.add(node);
    // If the node is not a reference, Redocly returns the location of the node that it visits.
    const file = node === schema ? from : location?.source?.absoluteRef;
    const composed = [node.allOf, node.anyOf, node.oneOf].flatMap((part) => (Array.isArray(part) ? part : []));
    const located = composed.map((part: NestedSchema) => ({ schema: part, from: file }));
    return [{ schema: node, from: file }, ...partsOf(located, resolve, seen)];
  });
}
