import { jsonOf } from 'tools-document/operations';
import { isObject, type MediaType, type OpenApiDocument } from 'tools-document/read';
import { sampleCall } from 'tools-document/samples';
import { propertiesOf } from 'tools-document/schema';
import { groupBy } from '../../../common/group-by.ts';
import type { BundledDocument, BundledOperation } from '../src/bundled-document.ts';
import { withoutWriteOnly, withResponseFields } from '../src/engine/response-item.ts';
import type { OperationSource } from './resource-facts.ts';
import type { Accepts } from './response-fields.ts';

/** Kinds of operations that show items that other operations have stored. */
const SHOWING = ['list', 'read', 'readSingleton'];
const CREATED = 201;
/** Kinds of operations that store the fields of the body. */
const STORING = /^(create|update|replace)/;

/**
 * Makes operations samples, without state, if their responses would not match the document: operations that cannot show
 * the initial item, creations whose item a caller cannot find, and operations with a body that they, or the operations
 * that show items, cannot show.
 */
export function markNotSimulated(
  document: OpenApiDocument,
  sources: readonly OperationSource[],
  bundled: BundledDocument,
  accepts: Accepts,
): BundledDocument {
  const sourceOf = new Map(sources.map((source) => [source.derived.id, source]));
  const seedOf = ({ resource = '' }: BundledOperation) => Object.values(bundled.resources[resource]?.seeds ?? {})[0];
  const canShow = ({ id, content, lists = [], resource = '' }: BundledOperation, stored: unknown): boolean => {
    const item = withoutWriteOnly(stored, bundled.resources[resource]?.writeOnly);
    const { success, lists: shapes = [] } = sourceOf.get(id)?.derived ?? {};
    if (content?.responseFields === undefined)
      return lists.every(({ responseFields }, index) =>
        accepts(shapes[index]?.items ?? {}, withResponseFields(item, responseFields)),
      );
    // If no value matches the schema, an item is the best response.
    return (
      content.sample === undefined ||
      accepts(success?.media?.schema ?? {}, withResponseFields(item, content.responseFields))
    );
  };
  /** Returns the item after the sample call of an operation. */
  const storedBy = (operation: BundledOperation): unknown => {
    const [seed, source] = [seedOf(operation), sourceOf.get(operation.id)];
    if (source === undefined || !STORING.test(operation.kind)) return seed;
    const { body } = sampleCall(document, source.entry);
    const sent = body instanceof URLSearchParams ? Object.fromEntries(body) : body;
    return isObject(seed) && isObject(sent) ? { ...seed, ...sent } : (sent ?? seed);
  };
  /** Whether a caller can find a new item: its id is in the response or in the request, or a list shows the item. */
  const isFindable = ({ id, kind, resource = '', content, status }: BundledOperation): boolean => {
    const { idField = '', isIdReadOnly } = bundled.resources[resource] ?? {};
    const { entry, derived } = sourceOf.get(id) ?? {};
    const has = (media: MediaType | undefined) => propertiesOf(document, media?.schema ?? {}).has(idField);
    const isShown = content === undefined ? status === CREATED : has(derived?.success.media);
    if (kind !== 'create' || isShown) return true;
    if (isIdReadOnly === false && has(jsonOf(entry?.operation.requestBody?.content))) return true;
    // An id inside another object of the response would be the id of the sample.
    const isInside = JSON.stringify(content?.sample ?? '').includes(`"${idField}":`);
    return !isInside && bundled.operations.some((one) => one.kind === 'list' && one.resource === resource);
  };
  const able = bundled.operations.filter(
    (one) => one.kind !== 'sample' && isFindable(one) && canShow(one, seedOf(one)),
  );
  const readers = groupBy(
    able.filter(({ kind }) => SHOWING.includes(kind)),
    ({ resource }) => resource,
  );
  const simulated = new Set(
    able.filter((one) => [one, ...(readers.get(one.resource) ?? [])].every((reader) => canShow(reader, storedBy(one)))),
  );
  const operations = bundled.operations.map((one) => (simulated.has(one) ? one : asSample(one)));
  const used = new Set(operations.map(({ resource }) => resource));
  const resources = Object.fromEntries(Object.entries(bundled.resources).filter(([key]) => used.has(key)));
  return { ...bundled, operations, resources };
}

/** Returns a copy of an operation. The copy has no state and always responds with the sample. */
const asSample = ({
  resource: _resource,
  lists: _lists,
  paging: _paging,
  ...operation
}: BundledOperation): BundledOperation => ({
  ...operation,
  kind: 'sample',
  filters: [],
});
