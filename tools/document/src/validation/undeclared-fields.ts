import { hasMembers } from '../model/json.ts';

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

/** Resolves a reference, as Redocly does for its rules. */
export type ResolveNode = <T>(node: T) => { node?: T };

/**
 * Lists the fields of a value that its schema does not declare. Each result is the list of keys from the root to the
 * field. Every field counts as declared if the schema has no `properties`, has `patternProperties`, or has a schema for
 * additional fields.
 */
export function undeclaredFields(value: unknown, schema: unknown, resolve: ResolveNode): (string | number)[][] {
  return fieldsOf(value, [schema as NestedSchema], resolve);
}

function fieldsOf(value: unknown, schemas: readonly NestedSchema[], resolve: ResolveNode): (string | number)[][] {
  if (!hasMembers(value)) return [];
  const parts = partsOf(schemas, resolve);
  const under = (key: string | number, inner: unknown, of: (schema: NestedSchema) => NestedSchema | undefined) => {
    const declared = parts.flatMap((schema) => of(schema) ?? []);
    return fieldsOf(inner, declared, resolve).map((path) => [key, ...path]);
  };
  if (Array.isArray(value)) return value.flatMap((item, index) => under(index, item, ({ items }) => items));
  const isClosed = parts.some(({ properties }) => properties) && !parts.some(describesOthers);
  const isDeclared = (key: string) => parts.some(({ properties = {} }) => Object.hasOwn(properties, key));
  return Object.entries(value).flatMap(([key, inner]) =>
    isClosed && !isDeclared(key) ? [[key]] : under(key, inner, ({ properties }) => properties?.[key]),
  );
}

const describesOthers = ({ additionalProperties, patternProperties }: NestedSchema): boolean =>
  patternProperties !== undefined ||
  (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0);

/** Returns the schemas and all schemas that they are composed of, with resolved references. */
function partsOf(schemas: readonly NestedSchema[], resolve: ResolveNode, seen = new Set<object>()): NestedSchema[] {
  return schemas.flatMap((schema) => {
    const { node } = resolve(schema);
    // An invalid schema can be composed of itself.
    if (typeof node !== 'object' || node === null || seen.has(node)) return [];
    seen.add(node);
    const composed = [node.allOf, node.anyOf, node.oneOf].flatMap((part) => (Array.isArray(part) ? part : []));
    return [node, ...partsOf(composed, resolve, seen)];
  });
}
