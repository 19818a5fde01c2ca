import openapiTS, { astToString } from 'openapi-typescript';
import { closedType } from './closed-types.ts';
import { markDeprecated } from './deprecated-types.ts';
import { extensibleEnum, withOpenEnum } from './open-enum-types.ts';

/**
 * Generates the TypeScript types of a document: `paths`, `components`, `operations`.
 *
 * @param document The document as JSON or YAML, in one file.
 * @param deprecatedIds Ids of the deprecated operations.
 */
export async function documentTypes(document: string, deprecatedIds: ReadonlySet<string> = new Set()): Promise<string> {
  const types = await openapiTS(document, {
    // A field with a `default` stays optional, because a response can still omit such a field.
    defaultNonNullable: false,
    // An object without declared properties can have any field.
    emptyObjectsUnknown: true,
    transform: extensibleEnum,
    postTransform: (type) => withOpenEnum(closedType(type)),
    silent: true,
  });
  markDeprecated(types, deprecatedIds);
  return astToString(types);
}
