import {
  alternativesOf,
  type Behavior,
  type DerivedOperation,
  describingOperations,
  firstExample,
  groupBy,
  isFlagged,
  isObject,
  itemSchema,
  type OpenApiDocument,
  type OperationEntry,
  type Parameter,
  plainName,
  propertiesOf,
  type ShapeSchema,
  sampleCall,
  sampleResponse,
  schemaIn,
  singularOf,
  templateOf,
  valuesOf,
} from 'tools-document';
import type { BuiltResource } from '../src/built-document.ts';
import { itemKey, SINGLETON } from '../src/engine/item-key.ts';
import { typedValue } from '../src/engine/parameters.ts';
import { defaultsIn, typeNames } from './built-parameters.ts';
import { type IdSchema, idRule } from './id-rule.ts';
import { filtersOf, type ResourceSchemas } from './request-only.ts';
import { type Accepts, shownFieldsOf } from './shown-fields.ts';

/** An operation of the document, and the properties that are derived from it. */
export interface OperationSource {
  readonly entry: OperationEntry;
  readonly derived: DerivedOperation;
}

const CREATED = /^(created|creation|inserted)(_?(at|on|date|time))?$/i;
const UPDATED = /^(last_?)?(updated?|modified|changed|edited)(_?(at|on|date|time))?$/i;

/** Returns the schemas of the items of a resource in the requests and in the responses of its operations. */
export const resourceSchemas = (sources: readonly OperationSource[]): ResourceSchemas => ({
  requested: requestSchemasOf(sources),
  shown: describingOperations(sources.map(({ derived }) => derived)).flatMap(
    (operation) => itemSchema(operation) ?? [],
  ),
});

const requestSchemasOf = (sources: readonly OperationSource[]): ShapeSchema[] =>
  sources.flatMap(({ entry }) =>
    Object.values(entry.operation.requestBody?.content ?? {}).flatMap((media) => media.schema ?? []),
  );

/** Returns a description of each resource of a document, with its initial items, by the key of the resource. */
export function builtResources(
  document: OpenApiDocument,
  sources: readonly OperationSource[],
  behavior: Behavior,
  accepts: Accepts,
): Record<string, BuiltResource> {
  const byResource = groupBy(sources, ({ derived }) => derived.resource);
  const templates = new Map(
    [...byResource].flatMap(([key, [source]]): [string, string][] =>
      key === undefined ? [] : [[key, collectionTemplate(source?.derived)]],
    ),
  );
  // Without a prototype, a resource can have the key `__proto__`.
  const built: Record<string, BuiltResource> = Object.create(null);
  // Build outer resources first, because the ids of their items are the outer parameters of nested resources.
  const ordered = [...templates].sort(([, one], [, other]) => one.length - other.length);
  for (const [key, template] of ordered) {
    const children = ordered.filter(([, other]) => other.startsWith(`${template}/{}/`)).map(([child]) => child);
    const parentIds = (template.match(/\/\{\}/g) ?? []).map((_braces, index) => idOfParent(template, index));
    const parent = ordered.find(
      ([, other]) => template.startsWith(`${other}/{}/`) && levels(template) === levels(other) + 1,
    );
    const resource = builtResource(document, byResource.get(key) ?? [], behavior, accepts, parentIds);
    built[key] = { ...resource, children, ...(parent && { parent: parent[0] }) };
  }
  return built;

  /** Returns the value of a path parameter for the initial items. `index` is the position among the path parameters. */
  function idOfParent(template: string, index: number): string | undefined {
    const parent = template
      .split('/{}')
      .slice(0, index + 1)
      .join('/{}');
    const key = ordered.find(([, other]) => other === parent)?.[0];
    const resource = key === undefined ? undefined : built[key];
    return Object.keys(resource?.seeds ?? {})[0]
      ?.split('/')
      .slice(resource?.outerCount)
      .join('/');
  }
}

/** Returns the number of path parameters. */
const levels = (template: string): number => template.split('/{}').length;

/** Returns the path of a collection or singleton with `{}` for each path parameter. */
function collectionTemplate(operation: DerivedOperation | undefined): string {
  const template = templateOf(operation?.path ?? '');
  return operation?.idParameter === undefined ? template : template.replace(/\/\{\}$/, '');
}

function builtResource(
  document: OpenApiDocument,
  sources: readonly OperationSource[],
  behavior: Behavior,
  accepts: Accepts,
  parentIds: readonly (string | undefined)[],
): Omit<BuiltResource, 'children' | 'parent'> {
  const described = describingOperations(sources.map(({ derived }) => derived));
  const [best] = described;
  const schema = best && itemSchema(best);
  const properties = propertiesOf(document, schema ?? {});
  const creation = sources.find(({ derived }) => derived.kind === 'create');
  const requested = new Map(requestSchemasOf(sources).flatMap((one) => [...propertiesOf(document, one)]));
  const isReadOnly = (name: string) =>
    [properties, requested].some((fields) => isFlagged(schemaIn(document, fields.get(name)), 'readOnly'));
  const fieldsNamed = (pattern: RegExp) =>
    [...properties].filter(([name, one]) => pattern.test(name) && isDateTime(document, one)).map(([name]) => name);
  const isSingleton = sources.some(({ derived }) => derived.kind.endsWith('Singleton'));
  const idField = sources.find(({ derived }) => derived.idField !== undefined)?.derived.idField;
  const keyFields = elementFields(document, sources);
  const parameter = idParameterOf(sources);
  const isImplicit =
    sources.every(({ derived }) => KEEPING.test(derived.kind)) && (isSingleton || hasListedIds(document, parameter));
  const outerNames = sources[0]?.derived.outer ?? [];
  const seed = seedOf(document, sources, { schema, idField, keyFields, parameter, described, parentIds }, accepts);
  const outerFields = Object.fromEntries(
    outerNames.flatMap((name, index): [string, number][] => {
      const field = outerField(document, properties, name, sources[0]?.derived.path ?? '');
      return field === undefined || field === idField ? [] : [[field, index]];
    }),
  );
  const sample = withOuterFields(
    seed.item,
    outerFields,
    seed.outer,
    (item) => schema === undefined || accepts(schema, item),
  );
  const idSchema = alternativesOf(document, properties.get(idField ?? '') ?? parameter?.schema ?? {})[0] as IdSchema;
  const { pattern } = alternativesOf(document, parameter?.schema ?? {})[0] as IdSchema;
  const given = sources.flatMap(({ derived }) => behavior.operations[derived.id] ?? []);
  const example = given.find(({ id }) => id !== undefined)?.id?.example ?? seed.id;
  const isValidId = (id: string) =>
    accepts(idSchema, typedValue(id, typeNames(document, idSchema))) &&
    (parameter === undefined || accepts(parameter.schema ?? {}, id));
  // If the sample of a new item has an id that no path can have, the service assigns the ids.
  const chosenId = creation && Object(sampleCall(document, creation.entry).body)[idField ?? ''];
  const isIdAssigned = chosenId !== undefined && !isValidId(String(chosenId));
  const removedByNull = [...properties]
    .filter(([name, one]) => requested.has(name) && !accepts(one, null))
    .map(([name]) => name);
  const filters = filtersOf(document, resourceSchemas(sources));
  const items = given.find((one) => one.seed !== undefined)?.seed?.items;
  return {
    outerCount: outerNames.length,
    isSingleton,
    ...(isImplicit && { isImplicit }),
    ...(idField !== undefined && { idField }),
    ...(keyFields.length > 0 && { keyFields }),
    ...(removedByNull.length > 0 && { removedByNull }),
    isIdReadOnly: idField !== undefined && (isReadOnly(idField) || isIdAssigned),
    id: idRule({ ...(pattern !== undefined && { pattern }), ...idSchema }, example, isValidId),
    createdFields: fieldsNamed(CREATED),
    updatedFields: fieldsNamed(UPDATED),
    readOnly: [...new Set([...properties.keys(), ...requested.keys()])].filter(isReadOnly),
    outerFields,
    defaults: defaultsIn(document, schema ?? {}),
    isCreated: creation !== undefined,
    isKnown: creation !== undefined || sources.some(({ derived }) => derived.kind === 'replace'),
    sample,
    ...(schema && { shownFields: shownFieldsOf(document, schema, sample, accepts) }),
    ...(filters && { filters }),
    outer: seed.outer,
    seeds: { [itemKey(seed.outer, isSingleton ? SINGLETON : seed.id)]: sample },
    ...(items && {
      assumedSeeds: Object.fromEntries(
        items.map((item) => [itemKey(seed.outer, isSingleton ? SINGLETON : String(item[idField ?? 'id'])), item]),
      ),
    }),
  };
}

/** Kinds of operations that neither create nor delete an item, and do not list the items. */
const KEEPING = /^(read|update|replace)/;

/** Whether the document lists the values of the parameter with the id. */
const hasListedIds = (document: OpenApiDocument, parameter: Parameter | undefined): boolean =>
  parameter !== undefined &&
  alternativesOf(document, parameter.schema ?? {}).every((one) => valuesOf({ ...one }) !== undefined);

const isDateTime = (document: OpenApiDocument, schema: ShapeSchema): boolean =>
  alternativesOf(document, schema).some((one) => (one as { format?: string }).format === 'date-time');

/** Returns the names of the fields in the objects that a request body adds to a list. */
function elementFields(document: OpenApiDocument, sources: readonly OperationSource[]): string[] {
  return sources
    .flatMap(({ entry, derived: { elements } }) => {
      if (elements === undefined) return [];
      const [media] = Object.values(entry.operation.requestBody?.content ?? {});
      const list = propertiesOf(document, media?.schema ?? {}).get(elements);
      return [...propertiesOf(document, list?.items ?? {}).keys()];
    })
    .filter((name, index, names) => names.indexOf(name) === index);
}

function idParameterOf(sources: readonly OperationSource[]): Parameter | undefined {
  for (const { entry, derived } of sources) {
    const parameter = entry.parameters.find((one) => one.in === 'path' && one.name === derived.idParameter);
    if (parameter !== undefined) return parameter;
  }
  return undefined;
}

/** The facts from the document that describe the items of a resource. */
interface Described {
  readonly schema: ShapeSchema | undefined;
  readonly idField: string | undefined;
  readonly keyFields: readonly string[];
  readonly parameter: Parameter | undefined;
  readonly described: readonly DerivedOperation[];
  readonly parentIds: readonly (string | undefined)[];
}

/** Returns the initial item, its id and its outer parameters: examples of the document, or else generated samples. */
function seedOf(
  document: OpenApiDocument,
  sources: readonly OperationSource[],
  { schema, idField, keyFields, parameter, described, parentIds }: Described,
  accepts: Accepts,
): { item: unknown; id: string; outer: string[] } {
  const item = bestItem(document, described, accepts);
  const ofItem = sources.filter(({ derived }) => derived.idParameter !== undefined);
  const [source] = ofItem.length > 0 ? ofItem : sources;
  const path = (source && sampleCall(document, source.entry).params?.path) ?? {};
  const isAccepted = (name: string, id: string) =>
    sources.every(({ entry, derived }) => {
      const own = derived.outer[source?.derived.outer.indexOf(name) ?? -1];
      const parameter = entry.parameters.find((one) => one.in === 'path' && one.name === own);
      const described = parameter?.schema ?? {};
      return accepts(described, typedValue(id, typeNames(document, described)));
    });
  const outer =
    source?.derived.outer.map((name, index) => {
      const parentId = parentIds[index];
      return parentId !== undefined && isAccepted(name, parentId) ? parentId : String(path[name] ?? 'sample');
    }) ?? [];
  const own = isObject(item) && idField !== undefined ? item[idField] : undefined;
  const ofFields =
    isObject(item) && keyFields.length > 0 ? keyFields.map((name) => String(item[name])).join(',') : undefined;
  const candidates = [
    parameter && firstExample(parameter),
    own,
    ...ofItem.map(({ entry, derived }) => sampleCall(document, entry).params?.path[derived.idParameter ?? '']),
    ofFields,
    'sample',
  ].filter((candidate) => candidate !== undefined && candidate !== '');
  const withId = (id: unknown): unknown => {
    if (idField === undefined) return item ?? {};
    const types = typeNames(document, propertiesOf(document, schema ?? {}).get(idField) ?? {});
    return { ...(isObject(item) ? item : {}), [idField]: typedValue(String(id), types) };
  };
  const fitsPaths = (id: unknown) =>
    ofItem.every(({ entry, derived }) => {
      const one = entry.parameters.find(({ name }) => name === derived.idParameter);
      const described = one?.schema ?? {};
      return accepts(described, typedValue(String(id), typeNames(document, described)));
    });
  const isValid = (id: unknown) => schema === undefined || accepts(schema, withId(id));
  const usable = candidates.filter(fitsPaths);
  // No call can contain an id that its path does not allow, so this is more important than the schema of the item.
  const id = usable.find(isValid) ?? usable[0] ?? candidates[0];
  // If the document does not describe the item, the item has only its id.
  return { item: item === undefined ? { [idField ?? 'id']: String(id) } : withId(id), id: String(id), outer };
}

/**
 * Returns the sample that is valid for the largest number of response schemas of a resource. If several samples are
 * equally good, prefers a sample that has fields.
 */
function bestItem(document: OpenApiDocument, described: readonly DerivedOperation[], accepts: Accepts): unknown {
  const schemas = described.flatMap((operation) => itemSchema(operation) ?? []);
  const items = described
    .flatMap((operation) => itemSamples(document, operation))
    .map((item) => ({
      item,
      count: schemas.filter((schema) => accepts(schema, item)).length,
      size: isObject(item) ? Object.keys(item).length : 0,
    }));
  // The sort is stable, so a sample from an example comes before an equally good sample from a schema.
  const [best] = items.sort(
    (one, other) => other.count - one.count || Number(one.size === 0) - Number(other.size === 0),
  );
  return best?.item;
}

/** Returns samples of an item: from the documented item or list, and for a list also from the schema of its items. */
function itemSamples(document: OpenApiDocument, { lists, success }: DerivedOperation): unknown[] {
  const sample = success.media && sampleResponse(document, success.media);
  if (lists === undefined) return sample === undefined ? [] : [sample];
  const arrays = lists.map(({ property }) => {
    if (property === undefined) return sample;
    return isObject(sample) ? sample[property] : undefined;
  });
  const ofSchema = sampleResponse(document, { schema: lists[0]?.items ?? {} });
  return [...arrays.flatMap((one) => (Array.isArray(one) ? one.slice(0, 1) : [])), ofSchema].filter(
    (item) => item !== undefined,
  );
}

/** Returns the field of an item that contains an outer parameter, such as `shelf_id`. */
function outerField(
  document: OpenApiDocument,
  properties: ReadonlyMap<string, ShapeSchema>,
  parameter: string,
  path: string,
): string | undefined {
  const segments = path.split('/');
  const parent = segments[segments.indexOf(`{${parameter}}`) - 1] ?? '';
  const singular = singularOf(parent);
  const names = [parameter === 'id' ? '' : parameter, `${singular}_id`].map(plainName).filter((name) => name !== 'id');
  return [...properties].find(
    ([name, schema]) => names.includes(plainName(name)) && typeNames(document, schema).includes('string'),
  )?.[0];
}

/** Adds the values of the outer parameters to an item, if the item stays valid. */
function withOuterFields(
  item: unknown,
  fields: Readonly<Record<string, number>>,
  outer: readonly string[],
  isValid: (item: unknown) => boolean,
): unknown {
  if (!isObject(item)) return item;
  const filled = {
    ...item,
    ...Object.fromEntries(Object.entries(fields).map(([name, index]) => [name, outer[index]])),
  };
  return isValid(filled) ? filled : item;
}
