// OpenAPI documents that contain random schemas.
import type { OpenApiDocument } from 'tools-document';
import { COMPONENT, mapSubschemas, type Schema, type SchemaVersion } from './pairs.ts';

/** The operation id for the schema with an index. */
export const operationId = (index: number): string => `send_${index}`;

/** Returns a document with an operation for each schema, which describes a field of the request and of the response. */
export function documentOf(versions: readonly SchemaVersion[]): object {
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
    openapi: '3.1.0',
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
