import { isReference, keysOf, memberOf, type OpenApiDocument, resolve, visitObjects } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { discriminated } from 'tools-document/samples';
import { isFlagged, schemaIn } from 'tools-document/schema';

/** The keywords of a schema that `withoutWriteOnly` changes. */
interface ResponseSchema {
  $ref?: string;
  required?: string[];
  allOf?: ResponseSchema[];
  readonly properties?: Record<string, object>;
  readonly oneOf?: object[];
  readonly anyOf?: object[];
  readonly discriminator?: { mapping?: Record<string, string> };
  readonly [keyword: string]: unknown;
}

/** A document whose responses lose their write-only fields. */
interface ResponseDocument {
  readonly document: OpenApiDocument;
  readonly components: { schemas?: Record<string, ResponseSchema> };
  /** The schemas of the components, with the copies. */
  readonly schemas: Record<string, ResponseSchema>;
  /** The schemas of the components before the changes, by name. */
  readonly original: readonly (readonly [string, ResponseSchema])[];
  /** The parts of requests. */
  readonly sent: ReadonlySet<unknown>;
  /** The references to use in responses, by the references of the source. */
  readonly references: Map<string, string>;
}

/**
 * Returns a copy of a document in which the schemas of responses have no fields with `writeOnly`: no response has them
 * (OpenAPI 3.1, section 4.8.24.2). If requests also use a component with such a field, such as `Book`, it gets a copy for
 * responses, `BookResponse`.
 */
export function withoutWriteOnly(source: OpenApiDocument): OpenApiDocument {
  // A request and a response can share an object, if the YAML file has an anchor.
  const document: OpenApiDocument = JSON.parse(JSON.stringify(source));
  const components: ResponseDocument['components'] = Object(document.components);
  const { schemas = {} } = components;
  const original = Object.entries(structuredClone(schemas));
  const responses = { document, components, schemas, original, sent: partsOfRequests(document), references: new Map() };
  for (const { operation } of listOperations(document))
    for (const { content = {} } of Object.values(operation.responses ?? {}))
      for (const media of Object.values(content)) removeWriteOnly(responses, media.schema);
  return document;
}

const targetOf = (document: OpenApiDocument, $ref: string): unknown => keysOf($ref).reduce<unknown>(memberOf, document);

/** Lists the parts of requests. If a request refers to a part of a component, all parts of this component. */
function partsOfRequests(document: OpenApiDocument): ReadonlySet<unknown> {
  const sent = new Set<unknown>();
  const add = (part: unknown): void => {
    const addTarget = ($ref: string) => add(targetOf(document, $ref.split('/', 4).join('/')));
    visitObjects(part, (node) => isReference(node) && addTarget(node.$ref), sent);
  };
  for (const { operation, parameters } of listOperations(document)) add({ ...operation, parameters, responses: {} });
  return sent;
}

const isWriteOnly = (document: OpenApiDocument, field: object | undefined): boolean =>
  field !== undefined && isFlagged(schemaIn(document, field), 'writeOnly');

/** Whether a schema, or a schema to which it refers, has a write-only field. */
function hasWriteOnly(document: OpenApiDocument, schema: unknown, seen = new Set<unknown>()): boolean {
  let isFound = false;
  visitObjects(
    schema,
    (node: ResponseSchema, _keys, isMap) => {
      if (isMap || isFound) return;
      const isInTarget = isReference(node) && hasWriteOnly(document, resolve(document, node).value, seen);
      isFound = isInTarget || Object.values(node.properties ?? {}).some((field) => isWriteOnly(document, field));
    },
    seen,
  );
  return isFound;
}

/** Whether a schema describes only write-only fields. In `allOf`, its type would allow any other field. */
const isEmptied = (document: OpenApiDocument, schema: ResponseSchema): boolean =>
  Object.keys(schema).every((keyword) => ['type', 'required', 'properties'].includes(keyword)) &&
  Object.values(schema.properties ?? {}).every((field) => isWriteOnly(document, field));

/** Returns the reference to use in responses instead of another. */
function responseReference(responses: ResponseDocument, $ref: string): string {
  const { document, components, schemas, sent, references } = responses;
  const known = references.get($ref);
  if (known !== undefined) return known;
  references.set($ref, $ref);
  const { value } = resolve<ResponseSchema>(document, { $ref });
  if (!hasWriteOnly(document, value)) return $ref;
  const target = targetOf(document, $ref);
  if (!sent.has(target)) {
    removeWriteOnly(responses, target, $ref);
    return $ref;
  }
  let name = $ref.slice($ref.lastIndexOf('/') + 1);
  do name += 'Response';
  while (Object.hasOwn(schemas, name));
  const reference = `#/components/schemas/${name}`;
  references.set($ref, reference);
  const copy = structuredClone(value);
  schemas[name] = copy;
  document.components = Object.assign(components, { schemas });
  removeWriteOnly(responses, copy, $ref);
  return reference;
}

/** @param own The reference to the component of which the schema is a copy. */
function removeWriteOnly(responses: ResponseDocument, schema: unknown, own?: string): void {
  const { document } = responses;
  visitObjects(schema, (node: ResponseSchema, _keys, isMap) => {
    if (isMap) return;
    const { $ref, allOf, properties = {}, required, discriminator } = node;
    if ($ref !== undefined) node.$ref = responseReference(responses, $ref);
    if (allOf !== undefined) node.allOf = allOf.filter((part) => !isEmptied(document, part));
    if (required !== undefined) node.required = required.filter((name) => !isWriteOnly(document, properties[name]));
    for (const [name, field] of Object.entries(properties)) if (isWriteOnly(document, field)) delete properties[name];
    if (discriminator !== undefined)
      discriminator.mapping = responseMapping(responses, node, node === schema ? own : undefined);
  });
}

/** Returns the mapping of a discriminator. Without a mapping, the value for a copy would be the name of the copy. */
function responseMapping(responses: ResponseDocument, schema: ResponseSchema, own?: string): Record<string, string> {
  const { document, original } = responses;
  const { discriminator, oneOf, anyOf } = schema;
  const children = original.filter(([, { allOf }]) => own !== undefined && allOf?.some(({ $ref }) => $ref === own));
  const references = children.map(([name]) => ({ $ref: `#/components/schemas/${name}` }));
  const choices = discriminated(document, { discriminator, oneOf: [...(oneOf ?? anyOf ?? []), ...references] });
  return Object.fromEntries(choices.map((one) => [one.value, responseReference(responses, one.schema.$ref)]));
}
