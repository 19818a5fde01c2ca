import { jsonOf, listOperations, type OpenApiDocument } from '../document.ts';
import { isJsonType } from '../media-type.ts';
import { fieldTrees } from '../validation/field-trees.ts';
import { oncePerDocument, validatorsOf } from '../validation/validators.ts';

/**
 * Returns the checks of the responses of a document. Equal schemas have one validator.
 *
 * @param validatorOf Returns the validator of a schema. The function is called when a validator is used.
 */
export function documentChecks<T>(document: OpenApiDocument, validatorOf: (schema: object) => T) {
  const { list: trees, add } = fieldTrees(document);
  const bodies = new Map<string, { readonly fields: number; readonly validate: T }>();
  const bodyOf = (schema: object) => {
    const key = JSON.stringify(schema);
    const body = bodies.get(key) ?? {
      fields: add(schema),
      get validate() {
        return validatorOf(schema);
      },
    };
    bodies.set(key, body);
    return body;
  };
  const operations = listOperations(document).map(({ id, method, path, operation }) => {
    const responses = Object.entries(operation.responses ?? {}).map(([key, { content = {} }]) => {
      const types = Object.entries(content).map(([type, media]) => {
        const { schema } = isJsonType(type) ? media : (jsonOf(content) ?? {});
        return [type, schema === undefined ? {} : bodyOf(schema)] as const;
      });
      return [key, Object.fromEntries(types)] as const;
    });
    return [`${method} ${path}`, { id, responses: Object.fromEntries(responses) }] as const;
  });
  return { operations: Object.fromEntries(operations), trees };
}

/**
 * Returns the checks of a document for a contract run, with validators that are compiled when they are first used. A row
 * then has the names of the fields of an object that declares none, such as an error body.
 */
export const checksOf = oncePerDocument((document, direction) => {
  const { operations, trees } = documentChecks(document, validatorsOf(document, direction).compile);
  return { operations, trees: trees.map((tree) => (Object.keys(tree).length === 0 ? { properties: {} } : tree)) };
});
