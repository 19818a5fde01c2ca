import type { FieldTree } from '../../../../common/response-checks.ts';
import type { OpenApiDocument } from '../model/openapi-document.ts';
import { resolve } from '../model/resolve.ts';
import { deriveOperations } from '../operations/derived-operations.ts';
import { isJsonType, jsonOf } from '../operations/media-type.ts';
import { listOperations } from '../operations/operations.ts';
import { composedSchemas, type FieldSchema } from '../schema/field-schema.ts';
import { isExcluded, oncePerDocument, validatorsOf } from './validators.ts';

/**
 * Returns the checks of the responses of each operation of a document. Equal schemas have one validator.
 *
 * @param validatorOf Returns the validator of a schema. The function is called when a validator is used.
 */
export function documentChecks<T>(document: OpenApiDocument, validatorOf: (schema: object) => T) {
  const schemas = new Map<string, object>();
  const bodyOf = (schema: object, fields: number) => {
    const key = JSON.stringify(schema);
    const first = schemas.get(key) ?? schema;
    schemas.set(key, first);
    return {
      fields,
      get validate() {
        return validatorOf(first);
      },
    };
  };
  const headerOf = ({ required = false, schema }: { readonly required?: boolean; readonly schema?: object }) => {
    const flag = required ? { required } : {};
    if (schema === undefined || !isChecked(document, schema)) return flag;
    return {
      ...flag,
      get validate() {
        return validatorOf(schema);
      },
    };
  };
  const derived = new Map(deriveOperations(document).map((operation) => [operation.id, operation]));
  return listOperations(document).map(({ id, method, path, operation }) => {
    const { list: trees, add } = fieldTrees(document);
    const responses = Object.entries(operation.responses ?? {}).map(([key, { content = {} }]) => {
      const types = Object.entries(content).map(([type, media]) => {
        const { schema } = isJsonType(type) ? media : (jsonOf(content) ?? {});
        return [type, schema === undefined ? {} : bodyOf(schema, add(schema))] as const;
      });
      return [key, Object.fromEntries(types)] as const;
    });
    const headers = Object.entries(operation.responses ?? {}).flatMap(([key, { headers: fields = {} }]) => {
      const checked = Object.entries(fields).map(([name, header]) => [name, headerOf(header)] as const);
      return checked.length === 0 ? [] : [[key, Object.fromEntries(checked)] as const];
    });
    const { kind, idParameter: parameter, idField: field } = derived.get(id) ?? {};
    const isRead = kind === 'read' && parameter !== undefined && field !== undefined;
    return {
      id,
      method,
      path,
      ...(isRead && { item: [parameter, field] as const }),
      responses: Object.fromEntries(responses),
      ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
      trees,
    };
  });
}

/**
 * Whether a schema forbids a value of a header field. Every text is a string. Lists and objects have several notations
 * (OpenAPI 3.1, 4.8.21), so they are not compared.
 */
function isChecked(document: OpenApiDocument, schema: object): boolean {
  const { type, ...others } = resolve<{ type?: unknown }>(document, schema).value;
  const isText = type === 'string' && Object.keys(others).length === 0;
  return !isText && composedSchemas(document, schema).every((part) => !/array|object|boolean/.test(String(part.type)));
}

/**
 * Returns the checks of the operations of a document for a contract run, by operation id, with validators that are
 * compiled when they are first used. A row then has the names of the fields of an object that declares none, such as an
 * error body.
 */
export const checksOf = oncePerDocument((document, direction) => {
  const checks = documentChecks(document, validatorsOf(document, direction).compile).map(({ trees, ...others }) => ({
    ...others,
    trees: trees.map((tree) => (Object.keys(tree).length === 0 ? { properties: {} } : tree)),
  }));
  return new Map(checks.map((operation) => [operation.id, operation]));
});

/**
 * Collects the trees of declared fields; equal schemas have one tree. A tree refers to others by their index, because
 * schemas can be recursive.
 */
function fieldTrees(document: OpenApiDocument) {
  const list: FieldTree[] = [];
  const indexes = new Map<string, number>();
  const add = (schema: FieldSchema): number => {
    const key = JSON.stringify(schema);
    const known = indexes.get(key);
    if (known !== undefined) return known;
    const tree: FieldTree = {};
    const index = list.push(tree) - 1;
    indexes.set(key, index);
    const parts = composedSchemas(document, schema);
    const properties = new Map(parts.flatMap((part) => Object.entries(part.properties ?? {})));
    const items = parts.find((part) => part.items !== undefined)?.items;
    const others = parts.map((part) => part.additionalProperties).find((one) => typeof one === 'object');
    const names = [...properties].filter(([, field]) => !isExcluded(resolve(document, field).value, 'response'));
    if (names.length > 0) tree.properties = Object.fromEntries(names.map(([name, field]) => [name, add(field)]));
    if (items !== undefined) tree.items = add(items);
    if (others !== undefined) tree.others = add(others);
    return index;
  };
  return { list, add };
}
