import { listOperations } from 'tools-document/operations';
import { isReference, keysOf, memberOf, type OpenApiDocument, resolve, visitObjects } from 'tools-document/read';
import { discriminated } from 'tools-document/samples';
import { isFlagged, schemaIn } from 'tools-document/schema';

/** The keywords of a schema that `withoutWriteOnly` changes. */
interface Schema {
  $ref?: string;
  required?: string[];
  allOf?: Schema[];
  readonly properties?: Record<string, object>;
  readonly oneOf?: object[];
  readonly anyOf?: object[];
  readonly discriminator?: { mapping?: Record<string, string> };
  readonly [keyword: string]: unknown;
}

/**
 * Returns a copy of a document in which the schemas of responses have no fields with `writeOnly`: no response has them
 * (OpenAPI 3.1, section 4.8.24.2). If requests also use a component with such a field, such as `Book`, it gets a copy for
 * responses, `BookResponse`.
 */
export function withoutWriteOnly(source: OpenApiDocument): OpenApiDocument {
  // A request and a response can share an object, if the YAML file has an anchor.
  const document: OpenApiDocument = JSON.parse(JSON.stringify(source));
  const components: { schemas?: Record<string, Schema> } = Object(document.components);
  const { schemas = {} } = components;
  const original = Object.entries(structuredClone(schemas));
  const operations = listOperations(document);
  const copies = new Map<string, string>();
  const at = ($ref: string) => keysOf($ref).reduce<unknown>(memberOf, document);
  /** The parts of requests. If a request refers to a part of a component, all parts of this component. */
  const sent = new Set<unknown>();
  const addSent = (part: unknown): void =>
    visitObjects(part, (node) => isReference(node) && addSent(at(node.$ref.split('/', 4).join('/'))), sent);
  for (const { operation, parameters } of operations) addSent({ ...operation, parameters, responses: {} });

  const isHidden = (field: object | undefined) => !!field && isFlagged(schemaIn(document, field), 'writeOnly');
  const hasHidden = (schema: unknown, seen = new Set<unknown>()): boolean => {
    let isFound = false;
    visitObjects(
      schema,
      (node: Schema, _keys, isMap) => {
        if (isMap || isFound) return;
        const isInTarget = isReference(node) && hasHidden(resolve(document, node).value, seen);
        isFound = isInTarget || Object.values(node.properties ?? {}).some(isHidden);
      },
      seen,
    );
    return isFound;
  };
  /** Whether a schema describes only fields that are hidden. In `allOf`, its type would allow any other field. */
  const isEmptied = (schema: Schema) =>
    Object.keys(schema).every((keyword) => ['type', 'required', 'properties'].includes(keyword)) &&
    Object.values(schema.properties ?? {}).every(isHidden);

  /** Returns the reference to use in responses instead of another. */
  function responseOf($ref: string): string {
    const known = copies.get($ref);
    if (known !== undefined) return known;
    copies.set($ref, $ref);
    const { value } = resolve<Schema>(document, { $ref });
    if (!hasHidden(value)) return $ref;
    if (!sent.has(at($ref))) {
      hideIn(at($ref), $ref);
      return $ref;
    }
    let name = $ref.slice($ref.lastIndexOf('/') + 1);
    do name += 'Response';
    while (Object.hasOwn(schemas, name));
    copies.set($ref, `#/components/schemas/${name}`);
    const copy = structuredClone(value);
    schemas[name] = copy;
    document.components = Object.assign(components, { schemas });
    hideIn(copy, $ref);
    return responseOf($ref);
  }

  /** @param own The reference to the component of which the schema is a copy. */
  function hideIn(schema: unknown, own?: string): void {
    visitObjects(schema, (node: Schema, _keys, isMap) => {
      if (isMap) return;
      const { $ref, allOf, properties = {}, required, discriminator, oneOf, anyOf } = node;
      if ($ref !== undefined) node.$ref = responseOf($ref);
      if (allOf !== undefined) node.allOf = allOf.filter((part) => !isEmptied(part));
      if (required !== undefined) node.required = required.filter((name) => !isHidden(properties[name]));
      for (const [name, field] of Object.entries(properties)) if (isHidden(field)) delete properties[name];
      if (discriminator === undefined) return;
      // Without a mapping, the value for a copy would be the name of the copy.
      const children = original.filter(([, one]) => node === schema && one.allOf?.some((part) => part.$ref === own));
      const refs = children.map(([name]) => ({ $ref: `#/components/schemas/${name}` }));
      const choices = discriminated(document, { discriminator, oneOf: [...(oneOf ?? anyOf ?? []), ...refs] });
      discriminator.mapping = Object.fromEntries(choices.map((one) => [one.value, responseOf(one.schema.$ref)]));
    });
  }

  for (const { operation } of operations)
    for (const { content = {} } of Object.values(operation.responses ?? {}))
      for (const media of Object.values(content)) hideIn(media.schema);
  return document;
}
