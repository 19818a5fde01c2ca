import { isObject, type MediaType, type OpenApiDocument } from 'tools-document/model';
import { jsonOf } from 'tools-document/operations';
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

/** The document, and what was derived from it. */
interface Derivation {
  readonly document: OpenApiDocument;
  readonly bundled: BundledDocument;
  /** The operations of the document by id. */
  readonly sourceOf: ReadonlyMap<string, OperationSource>;
  readonly accepts: Accepts;
}

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
  const derivation: Derivation = { document, bundled, sourceOf, accepts };
  const able = bundled.operations.filter(
    (one) =>
      one.kind !== 'sample' && isFindable(derivation, one) && canShow(derivation, one, initialItemOf(bundled, one)),
  );
  const readers = groupBy(
    able.filter(({ kind }) => SHOWING.includes(kind)),
    ({ resource }) => resource,
  );
  const simulated = new Set(
    able.filter((one) => {
      const stored = storedBy(derivation, one);
      return [one, ...(readers.get(one.resource) ?? [])].every((reader) => canShow(derivation, reader, stored));
    }),
  );
  const operations = bundled.operations.map((one) => (simulated.has(one) ? one : asSample(one)));
  const used = new Set(operations.map(({ resource }) => resource));
  const resources = Object.fromEntries(Object.entries(bundled.resources).filter(([key]) => used.has(key)));
  return { ...bundled, operations, resources };
}

const initialItemOf = ({ resources }: BundledDocument, { resource = '' }: BundledOperation): unknown =>
  Object.values(resources[resource]?.seeds ?? {})[0];

/** Whether the response of an operation matches the document if it shows a stored item. */
function canShow(
  { bundled, sourceOf, accepts }: Derivation,
  { id, content, lists = [], resource = '' }: BundledOperation,
  stored: unknown,
): boolean {
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
}

/** Returns the item after the sample call of an operation. */
function storedBy({ document, bundled, sourceOf }: Derivation, operation: BundledOperation): unknown {
  const [initial, source] = [initialItemOf(bundled, operation), sourceOf.get(operation.id)];
  if (source === undefined || !STORING.test(operation.kind)) return initial;
  const { body } = sampleCall(document, source.entry);
  const sent = body instanceof URLSearchParams ? Object.fromEntries(body) : body;
  return isObject(initial) && isObject(sent) ? { ...initial, ...sent } : (sent ?? initial);
}

/** Whether a caller can find a new item: its id is in the response or in the request, or a list shows the item. */
function isFindable(
  { document, bundled, sourceOf }: Derivation,
  { id, kind, resource = '', content, status }: BundledOperation,
): boolean {
  const { idField = '', isIdReadOnly } = bundled.resources[resource] ?? {};
  const { entry, derived } = sourceOf.get(id) ?? {};
  const has = (media: MediaType | undefined) => propertiesOf(document, media?.schema ?? {}).has(idField);
  const isShown = content === undefined ? status === CREATED : has(derived?.success.media);
  if (kind !== 'create' || isShown) return true;
  if (isIdReadOnly === false && has(jsonOf(entry?.operation.requestBody?.content))) return true;
  // An id inside another object of the response would be the id of the sample.
  const isInside = JSON.stringify(content?.sample ?? '').includes(`"${idField}":`);
  return !isInside && bundled.operations.some((one) => one.kind === 'list' && one.resource === resource);
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
