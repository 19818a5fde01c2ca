import type { Behavior } from 'tools-document/behavior';
import { isObject, type MediaType, type OpenApiDocument, resolve } from 'tools-document/model';
import {
  accessOf,
  addressesOf,
  type DerivedOperation,
  declaredScopes,
  deriveOperations,
  isJsonType,
  listOperations,
  pageParameters,
} from 'tools-document/operations';
import { firstExample, sampleResponse } from 'tools-document/samples';
import { type FieldSchema, propertiesOf } from 'tools-document/schema';
import { validatorsOf } from 'tools-document/validation';
import { groupBy } from '../../../common/group-by.ts';
import type { BundledContent, BundledDocument, BundledList, BundledOperation } from '../src/bundled-document.ts';
import { bundledBody, bundledParameters, fieldParameters, filterParameters } from './derive-request.ts';
import { bundledResources } from './derive-resources.ts';
import { collectErrorBodies } from './error-bodies.ts';
import { markNotSimulated } from './not-simulated.ts';
import { requiredHeaderFields } from './required-header-fields.ts';
import { type OperationSource, resourceSchemas } from './resource-facts.ts';
import { type Accepts, requiredFields, responseFieldsOf } from './response-fields.ts';
import type { ResourceSchemas } from './write-only-fields.ts';

/** Derives the facts about a document that the sandbox needs, from the document and its behavior file. */
export async function deriveDocument(document: OpenApiDocument, behavior: Behavior): Promise<BundledDocument> {
  const { compile } = validatorsOf(document, 'response');
  const accepts: Accepts = (schema, value) => compile(schema)(value) === true;
  const derived = deriveOperations(document);
  const sources = listOperations(document).flatMap((entry, index): OperationSource[] => {
    const operation = derived[index];
    return operation === undefined ? [] : [{ entry, derived: operation }];
  });
  const shown = new Map(
    [...groupBy(sources, ({ derived: { resource } }) => resource)].map(([key, own]) => [key, resourceSchemas(own)]),
  );
  const resources = bundledResources(document, sources, behavior, accepts);
  const { errorBodies, indexesOf } = collectErrorBodies(document, accepts);
  return markNotSimulated(
    document,
    sources,
    {
      ...addressesOf(document),
      scopes: declaredScopes(document),
      operations: sources.map((source) => {
        const schemas = shown.get(source.derived.resource) ?? { requested: [], shown: [] };
        return {
          ...bundledOperation(document, source, behavior, accepts, schemas),
          errorBodies: indexesOf(source.entry),
        };
      }),
      errorBodies,
      resources,
      aliases: behavior.aliases,
    },
    accepts,
  );
}

function bundledOperation(
  document: OpenApiDocument,
  { entry, derived }: OperationSource,
  behavior: Behavior,
  accepts: Accepts,
  schemas: ResourceSchemas,
): Omit<BundledOperation, 'errorBodies'> {
  const { id, method, path, kind, resource, outerNames, idParameter, elementsProperty, success } = derived;
  if (method === 'HEAD' || path.split('/').some((segment) => segment.includes('{') && !/^\{[^{}]+\}$/.test(segment)))
    throw new Error(
      `${method} ${path}: the sandbox can serve neither HEAD nor a path parameter that is only a part of a segment; describe a GET with a parameter for the whole segment`,
    );
  const { success: assumedSuccess, missing, scopes, unique, effect, deprecation } = behavior.operations[id] ?? {};
  const content = contentOf(document, derived, accepts, namesIn(document, schemas.shown));
  const body = bundledBody(document, entry.operation);
  const hasFilters = kind === 'list' || kind === 'deleteAll';
  const fieldsByStatus = requiredHeaderFields(document, entry);
  const selection = fieldParameters(entry.parameters);
  const paging = kind === 'list' ? pageParameters(document, entry) : undefined;
  return {
    id,
    method,
    path,
    kind,
    ...(resource !== undefined && { resource }),
    outerNames,
    ...(idParameter !== undefined && { idParameter }),
    // The sandbox issues tokens even if the document has no client credentials flow.
    ...accessOf(document, entry),
    ...(fieldsByStatus && { requiredFields: fieldsByStatus }),
    parameters: bundledParameters(document, entry.parameters),
    ...(body && { body }),
    status: success.status,
    documented: Object.keys(entry.operation.responses ?? {}).map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    ...(content && { content }),
    ...(derived.lists && {
      lists: derived.lists.map((shape) => bundledList(document, shape, success.media?.schema, accepts)),
    }),
    ...(paging && { paging }),
    filters: hasFilters ? filterParameters(entry.parameters, namesIn(document, schemas.shown)) : [],
    ...(selection && { selection }),
    ...(elementsProperty !== undefined && { elementsProperty }),
    assumed: {
      ...(assumedSuccess && { success: withoutSource(assumedSuccess) }),
      ...(missing && { missing: withoutSource(missing) }),
      ...(scopes && { scopes: scopes.any }),
      ...(unique && { unique: unique.fields }),
      ...(effect && { effect: withoutSource(effect) }),
      ...(deprecation && { deprecation: withoutSource(deprecation) }),
    },
  };
}

function withoutSource<T extends { readonly source: string }>({ source: _source, ...fact }: T): Omit<T, 'source'> {
  return fact;
}

/**
 * Returns the content of the successful response.
 *
 * @param names The names of the fields that responses show of an item.
 */
function contentOf(
  document: OpenApiDocument,
  { kind, idField, success: { mediaType, media } }: DerivedOperation,
  accepts: Accepts,
  names: readonly string[],
): BundledContent | undefined {
  if (mediaType === undefined || media === undefined) return undefined;
  if (!isJsonType(mediaType)) {
    const example = firstExample(media);
    return { mediaType, isJson: false, sample: typeof example === 'string' ? example : 'sample' };
  }
  const sample = sampleResponse(document, media);
  const content = { mediaType, isJson: true, ...(sample !== undefined && { sample }) };
  if (['list', 'sample', 'deleteAll', 'add', 'remove'].includes(kind)) return content;
  const example = firstExample(media) ?? Object(resolve(document, media.schema ?? {}).value).example;
  const declared = [...propertiesOf(document, media.schema ?? {}).keys(), ...Object.keys(Object(example))];
  const isItem = sample === undefined || (isObject(sample) && declared.every((name) => names.includes(name)));
  if (!kind.startsWith('delete') || isItem)
    return { ...content, responseFields: responseFieldsOf(document, media.schema ?? {}, sample, accepts) };
  // The response to the deletion shows another body than the item, perhaps with the id of the item.
  const allowed = declared.filter((name) => name === idField);
  return isObject(sample) ? { ...content, responseFields: { allowed, required: sample } } : content;
}

/**
 * Describes one form of a list, for example one alternative of a `oneOf`.
 *
 * @param whole The schema of the response. This schema decides which fields are required, because a list without a
 *   field can match two alternatives of a `oneOf` and is then not valid.
 */
function bundledList(
  document: OpenApiDocument,
  { property, fields, schema, items }: NonNullable<DerivedOperation['lists']>[number],
  whole: object = schema,
  accepts: Accepts,
): BundledList {
  const list = sampleOf(document, schema);
  const sample = isObject(list) ? list : {};
  return {
    ...(property !== undefined && { property }),
    fields: Object.fromEntries(fields.map((name) => [name, sample[name] ?? null])),
    required: requiredFields(whole, sample, accepts),
    nullable: fields.filter((name) => accepts(whole, { ...sample, [name]: null })),
    emptiable: fields.filter((name) => accepts(whole, { ...sample, [name]: '' })),
    responseFields: responseFieldsOf(document, items, sampleOf(document, items), accepts),
  };
}

const namesIn = (document: OpenApiDocument, schemas: readonly FieldSchema[]): string[] =>
  schemas.flatMap((schema) => [...propertiesOf(document, schema).keys()]);

const sampleOf = (document: OpenApiDocument, schema: object): unknown =>
  sampleResponse(document, { schema } satisfies MediaType);
