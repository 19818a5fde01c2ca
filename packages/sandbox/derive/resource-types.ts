import type { OpenApiDocument } from 'tools-document/model';
import { type DerivedOperation, deriveOperations, describingOperations, itemSchema } from 'tools-document/operations';
import { propertiesOf } from 'tools-document/schema';

/** The TypeScript type of the items of a resource. */
interface ResourceType {
  /** The type, which refers to the generated interface `paths` and to `Item<Id, Fields>`. */
  readonly type: string;
  /** Name of the field with the id; `undefined` if the items have no such field. */
  readonly idField: string | undefined;
}

/** Returns the TypeScript type of the items of each resource of a document, by the key of the resource. */
export function resourceTypes(document: OpenApiDocument): ReadonlyMap<string, ResourceType> {
  const operations = deriveOperations(document).filter(({ resource }) => resource !== undefined);
  const keys = [...new Set(operations.flatMap(({ resource }) => resource ?? []))];
  return new Map(
    keys.map((key) => {
      const own = operations.filter(({ resource }) => resource === key);
      return [key, typeOfResource(document, own)];
    }),
  );
}

function typeOfResource(document: OpenApiDocument, operations: readonly DerivedOperation[]): ResourceType {
  const [best] = describingOperations(operations);
  const type = best && typeOfItem(best);
  if (operations.some(({ kind }) => kind.endsWith('Singleton'))) return { type: type ?? 'unknown', idField: undefined };
  const idField = operations.find((operation) => operation.idField !== undefined)?.idField;
  const schema = best && itemSchema(best);
  // An id field that is not a string keeps its type from the document.
  const isText =
    idField !== undefined && [propertiesOf(document, schema ?? {}).get(idField)?.type].flat().includes('string');
  return type === undefined
    ? { type: `Item<${JSON.stringify(idField ?? 'id')}>`, idField: idField ?? 'id' }
    : { type: `Item<${isText ? JSON.stringify(idField) : 'never'}, ${type}>`, idField };
}

/** The type of the item in a response. */
function typeOfItem({ path, method, success, lists }: DerivedOperation): string {
  const key = /^\d+$/.test(success.key) ? success.key : JSON.stringify(success.key);
  const steps = [path, method.toLowerCase(), 'responses'].map((step) => `[${JSON.stringify(step)}]`).join('');
  const body = `paths${steps}[${key}]["content"][${JSON.stringify(success.mediaType)}]`;
  const [shape] = lists ?? [];
  if (shape === undefined) return body;
  if (shape.property === undefined) return `Extract<${body}, readonly unknown[]>[number]`;
  const property = JSON.stringify(shape.property);
  return `NonNullable<Extract<${body}, { ${property}?: unknown }>[${property}]>[number]`;
}
