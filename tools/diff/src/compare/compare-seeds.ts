import { type DerivedOperation, describingOperations, groupBy } from 'tools-document';
import type { ChangeList } from '../change-list.ts';
import type { Place } from '../place.ts';
import { type MergedSchema, mergeSchemas } from '../schema/merged-schema.ts';

/** One version of a document, with the operations that the sandbox derives from it. */
export interface SandboxVersion {
  readonly document: Place;
  readonly operations: readonly DerivedOperation[];
}

/**
 * Compares the items in the seeds of each resource that another operation describes than before, such as a new `GET` of
 * an item. If the same operation describes them, the comparison of its response reports the changes.
 *
 * @param renamed New operation ids by old operation ids.
 */
export function compareSeeds(
  before: SandboxVersion,
  after: SandboxVersion,
  renamed: ReadonlyMap<string, string>,
  list: ChangeList,
): void {
  const resources = byResource(after);
  for (const [key, own] of byResource(before)) {
    const [was] = describingOperations(own);
    const [is] = describingOperations(resources.get(key) ?? []);
    if (is === undefined || (was !== undefined && renamed.get(was.id) === is.id)) continue;
    const item = itemOf(after.document, is);
    if (item === undefined) continue;
    const [old, now] = [was && mergedItem(before.document, was), mergeSchemas([item])];
    // A list with alternative forms does not show which fields its items had.
    if (was !== undefined && old === undefined) continue;
    const report = list.reportFor(is.id);
    const fieldPointer = (name: string) => now.fields.get(name)?.[0]?.pointer ?? item.pointer;
    // The sandbox accepts every field if the document shows none.
    for (const [name, schemas] of now.fields.size > 0 ? (old?.fields ?? []) : []) {
      const schema = now.fields.get(name);
      if (schema === undefined) report('seed-field-removed', item.pointer, { name });
      else if (typeNames(schemas) !== typeNames(schema)) report('seed-field-changed', fieldPointer(name), { name });
    }
  }
}

/** Returns the operations of each resource by the key of the resource. */
const byResource = ({ operations }: SandboxVersion): Map<string, DerivedOperation[]> =>
  groupBy(
    operations.filter(({ resource }) => resource !== undefined),
    ({ resource = '' }) => resource,
  );

/** Returns the schema of an item in the successful response of an operation. */
function itemOf(document: Place, { path, method, success, lists }: DerivedOperation): Place | undefined {
  const steps = ['paths', path, method.toLowerCase(), 'responses', success.key, 'content', success.mediaType ?? ''];
  const schema = [...steps, 'schema'].reduce<Place | undefined>((place, step) => place?.child(step), document);
  const [shape] = lists ?? [];
  if (schema === undefined || shape === undefined) return schema;
  const array = shape.property === undefined ? [schema] : (mergeSchemas([schema]).fields.get(shape.property) ?? []);
  return mergeSchemas(array).items[0];
}

const mergedItem = (document: Place, operation: DerivedOperation): MergedSchema | undefined => {
  const item = itemOf(document, operation);
  return item && mergeSchemas([item]);
};

/** Returns the types of a value as a text. */
const typeNames = (schemas: readonly Place[]): string => [...(mergeSchemas(schemas).types ?? ['any'])].sort().join();
