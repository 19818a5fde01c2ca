import { isObject, type OpenApiDocument } from 'tools-document/model';
import { type DerivedOperation, itemSchema, plainName, singularOf } from 'tools-document/operations';
import { firstExample, sampleCall, sampleResponse } from 'tools-document/samples';
import type { FieldSchema } from 'tools-document/schema';
import { typedValue } from '../src/engine/parameters.ts';
import { typeNames } from './derive-request.ts';
import { acceptsText, pathParameter, type ResourceFacts } from './resource-facts.ts';

/** The initial item of a resource: an example of the document, or else a generated sample. */
export interface InitialItem {
  readonly item: unknown;
  readonly id: string;
  /** Values of the outer parameters. */
  readonly outerValues: readonly string[];
}

/**
 * Returns the initial item of a resource.
 *
 * @param parentIds The ids of the initial items of the outer resources.
 */
export function initialItem(facts: ResourceFacts, parentIds: readonly (string | undefined)[]): InitialItem {
  const { document, accepts, described, schema, idField } = facts;
  const item = bestItem(document, described, accepts);
  const withId = (id: string): unknown => {
    if (idField === undefined) return item ?? {};
    const types = typeNames(document, facts.properties.get(idField) ?? {});
    return { ...(isObject(item) ? item : {}), [idField]: typedValue(id, types) };
  };
  const candidates = idCandidates(facts, item);
  const usable = candidates.filter((id) =>
    facts.sources.every((source) => acceptsText(facts, pathParameter(source, source.derived.idParameter)?.schema, id)),
  );
  // No call can contain an id that its path does not allow, so this is more important than the schema of the item.
  const id =
    usable.find((one) => schema === undefined || accepts(schema, withId(one))) ?? usable[0] ?? candidates[0] ?? '';
  const outerValues = outerIds(facts, parentIds);
  // If the document does not describe the item, the item has only its id.
  return { item: item === undefined ? { [idField ?? 'id']: id } : withId(id), id, outerValues };
}

/** Returns the ids that the document shows, the best first. */
function idCandidates({ document, sources, idField, keyFields, parameter }: ResourceFacts, item: unknown): string[] {
  const fields = isObject(item) ? item : {};
  const ids = [
    parameter && firstExample(parameter),
    idField && fields[idField],
    ...sources.map(({ entry, derived }) => sampleCall(document, entry).params?.path[derived.idParameter ?? '']),
    isObject(item) && keyFields.length > 0 ? keyFields.map((name) => String(item[name])).join(',') : undefined,
    'sample',
  ];
  return ids.filter((id) => id !== undefined && id !== '').map(String);
}

/** Returns the ids of the initial items of the outer resources, or samples if an operation does not accept them. */
function outerIds(facts: ResourceFacts, parentIds: readonly (string | undefined)[]): string[] {
  const { document, sources } = facts;
  const source = sources.find(({ derived }) => derived.idParameter !== undefined) ?? sources[0];
  const path = (source && sampleCall(document, source.entry).params?.path) ?? {};
  return (source?.derived.outerNames ?? []).map((name, index) => {
    const id = parentIds[index];
    const isAccepted = (one: string) =>
      sources.every((other) => acceptsText(facts, pathParameter(other, other.derived.outerNames[index])?.schema, one));
    return id !== undefined && isAccepted(id) ? id : String(path[name] ?? 'sample');
  });
}

/**
 * Returns the sample that is valid for the largest number of response schemas of a resource. If several samples are
 * equally good, prefers a sample that has fields.
 */
function bestItem(
  document: OpenApiDocument,
  described: readonly DerivedOperation[],
  accepts: ResourceFacts['accepts'],
): unknown {
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

/** Returns the fields that contain an outer parameter, such as `shelf_id`, with the index of the parameter. */
export function outerFieldsOf({ document, sources, properties, idField }: ResourceFacts): Record<string, number> {
  const { outerNames = [], path = '' } = sources[0]?.derived ?? {};
  const segments = path.split('/');
  const isText = (schema: FieldSchema) => typeNames(document, schema).includes('string');
  return Object.fromEntries(
    outerNames.flatMap((parameter, index): [string, number][] => {
      const singular = singularOf(segments[segments.indexOf(`{${parameter}}`) - 1] ?? '');
      const names = [parameter === 'id' ? '' : parameter, `${singular}_id`].map(plainName);
      const isNamed = (name: string) => plainName(name) !== 'id' && names.includes(plainName(name));
      const field = [...properties].find(([name, schema]) => isNamed(name) && isText(schema))?.[0];
      return field === undefined || field === idField ? [] : [[field, index]];
    }),
  );
}

/** Adds the values of the outer parameters to an item, if the item stays valid. */
export function withOuterFields(
  item: unknown,
  fields: Readonly<Record<string, number>>,
  outerValues: readonly string[],
  isValid: (item: unknown) => boolean,
): unknown {
  if (!isObject(item)) return item;
  const filled = {
    ...item,
    ...Object.fromEntries(Object.entries(fields).map(([name, index]) => [name, outerValues[index]])),
  };
  return isValid(filled) ? filled : item;
}
