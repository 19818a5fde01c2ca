// OpenAPI documents that contain random schemas.
import type { JsonObject, OpenApiDocument } from 'tools-document';
import { SIDES } from '../../src/schema/canonical-schema.ts';
import { COMPONENT, mapSubschemas, type Schema, type SchemaVersion } from './pairs.ts';

/** The operation id for the schema with an index. */
export const operationId = (index: number): string => `send_${index}`;

/** Returns a document with an operation for each schema, which describes a field of the request and of the response. */
export function documentOf(versions: readonly SchemaVersion[], openapi: string): object {
  const name = (index: number) => `Part${index}`;
  const paths = versions.map(({ schema }, index) => {
    const value = replaceComponent(schema, { $ref: `#/components/schemas/${name(index)}` });
    const content = { 'application/json': { schema: { type: 'object', required: ['value'], properties: { value } } } };
    const responses = { 200: { description: 'Success.', content } };
    const post = { operationId: operationId(index), requestBody: { required: true, content }, responses };
    return [`/${index}`, { post }];
  });
  const schemas = versions.map(({ component }, index) => [name(index), replaceComponent(component, true)]);
  return {
    openapi,
    info: { title: 'Random schemas', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  };
}

function replaceComponent(schema: Schema, target: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { $ref, ...others } = mapSubschemas(schema, (inner) => replaceComponent(inner, target));
  if ($ref !== COMPONENT) return { ...others, ...($ref !== undefined && { $ref }) };
  return typeof target === 'boolean' && Object.keys(others).length === 0 ? target : { ...others, ...Object(target) };
}

/** Returns the schema of the body that contains the value of the schema with an index, in the field `value`. */
export const bodyOf = ({ paths }: OpenApiDocument, index: number): object =>
  paths[`/${index}`]?.post?.requestBody?.content['application/json']?.schema ?? {};

/** Keywords that OpenAPI 3.0 does not have. */
const NEW_IN_3_1 = [
  ...['if', 'then', 'else', 'const', 'contains', 'minContains', 'maxContains', 'prefixItems'],
  ...['patternProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
];

/** Writes a schema as OpenAPI 3.0 does: without newer keywords, and with flags for null and for exclusive bounds. */
export function inOpenApi30(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const kept = Object.entries(mapSubschemas(schema, inOpenApi30)).filter(([keyword]) => !NEW_IN_3_1.includes(keyword));
  const result: JsonObject = Object.fromEntries(kept);
  const types = [result['type']].flat();
  const [type, ...others] = types.filter((one) => one !== 'null');
  const isNullable = types.length === 2 && others.length === 0;
  const bounds = SIDES.flatMap(({ inclusive, exclusive }) =>
    exclusive in result && !(inclusive in result)
      ? [
          [inclusive, result[exclusive]],
          [exclusive, true],
        ]
      : [],
  );
  return { ...result, ...(isNullable && { type, nullable: true }), ...Object.fromEntries(bounds) };
}
