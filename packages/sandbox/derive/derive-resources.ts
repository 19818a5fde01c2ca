import type { Behavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { type DerivedOperation, templateOf } from 'tools-document/operations';
import { alternativesOf, type FieldSchema, isFlagged, propertiesOf, schemaIn, valuesOf } from 'tools-document/schema';
import { groupBy } from '../../../common/group-by.ts';
import type { BundledResource } from '../src/bundled-document.ts';
import { itemKey, SINGLETON } from '../src/engine/items.ts';
import { defaultsIn } from './derive-request.ts';
import { type IdSchema, idRule } from './id-rule.ts';
import { initialItem, outerFieldsOf, withOuterFields } from './initial-item.ts';
import {
  acceptsText,
  type OperationSource,
  type ResourceFacts,
  requestSchemasOf,
  resourceFacts,
  resourceSchemas,
} from './resource-facts.ts';
import { type Accepts, responseFieldsOf } from './response-fields.ts';
import { writeOnlyFields } from './write-only-fields.ts';

const CREATED = /^(created|creation|inserted)(_?(at|on|date|time))?$/i;
const UPDATED = /^(last_?)?(updated?|modified|changed|edited)(_?(at|on|date|time))?$/i;

/** Returns a description of each resource of a document, with its initial items, by the key of the resource. */
export function bundledResources(
  document: OpenApiDocument,
  sources: readonly OperationSource[],
  behavior: Behavior,
  accepts: Accepts,
): Record<string, BundledResource> {
  const byResource = groupBy(sources, ({ derived }) => derived.resource);
  const templates = new Map(
    [...byResource].flatMap(([key, [source]]): [string, string][] =>
      key === undefined ? [] : [[key, collectionTemplate(source?.derived)]],
    ),
  );
  // Without a prototype, a resource can have the key `__proto__`.
  const bundled: Record<string, BundledResource> = Object.create(null);
  // Build outer resources first, because the ids of their items are the outer parameters of nested resources.
  const ordered = [...templates].sort(([, one], [, other]) => one.length - other.length);
  for (const [key, template] of ordered) {
    const children = ordered.filter(([, other]) => other.startsWith(`${template}/{}/`)).map(([child]) => child);
    const parentIds = (template.match(/\/\{\}/g) ?? []).map((_braces, index) => idOfParent(template, index));
    const parent = ordered.find(
      ([, other]) => template.startsWith(`${other}/{}/`) && levels(template) === levels(other) + 1,
    );
    const resource = bundledResource(resourceFacts(document, byResource.get(key) ?? [], accepts), behavior, parentIds);
    bundled[key] = { ...resource, children, ...(parent && { parent: parent[0] }) };
  }
  return bundled;

  /** Returns the value of a path parameter for the initial items. `index` is the position among the path parameters. */
  function idOfParent(template: string, index: number): string | undefined {
    const parent = template
      .split('/{}')
      .slice(0, index + 1)
      .join('/{}');
    const key = ordered.find(([, other]) => other === parent)?.[0];
    const resource = key === undefined ? undefined : bundled[key];
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

function bundledResource(
  facts: ResourceFacts,
  behavior: Behavior,
  parentIds: readonly (string | undefined)[],
): Omit<BundledResource, 'children' | 'parent'> {
  const { document, sources, accepts, schema, properties, idField, keyFields, isSingleton } = facts;
  const hasCreate = sources.some(({ derived }) => derived.kind === 'create');
  const sent = requestSchemasOf(sources).flatMap((one) => [...propertiesOf(document, one)]);
  const requested = new Map(sent);
  /** Whether the response, or each request with the field, shows that only the service writes the field. */
  const isReadOnly = (name: string) =>
    [[properties.get(name)], sent.flatMap(([other, schema]) => (other === name ? [schema] : []))].some(
      (schemas) => schemas.length > 0 && schemas.every((schema) => isFlagged(schemaIn(document, schema), 'readOnly')),
    );
  const { item, id, outerValues } = initialItem(facts, parentIds);
  const outerFields = outerFieldsOf(facts);
  const isValid = (one: unknown) => schema === undefined || accepts(schema, one);
  const sample = withOuterFields(item, outerFields, outerValues, isValid);
  const given = sources.flatMap(({ derived }) => behavior.operations[derived.id] ?? []);
  const example = given.find((one) => one.id !== undefined)?.id?.example ?? id;
  const removedByNull = [...properties].flatMap(([name, one]) =>
    requested.has(name) && !accepts(one, null) ? name : [],
  );
  const writeOnly = writeOnlyFields(document, resourceSchemas(sources));
  const items = given.find((one) => one.seed !== undefined)?.seed?.items;
  const keyOf = (one: unknown) => itemKey(outerValues, isSingleton ? SINGLETON : String(one));
  return {
    outerCount: sources[0]?.derived.outerNames.length ?? 0,
    isSingleton,
    ...(isImplicit(facts) && { isImplicit: true }),
    ...(idField !== undefined && { idField }),
    ...(keyFields.length > 0 && { keyFields }),
    ...(removedByNull.length > 0 && { removedByNull }),
    isIdReadOnly: idField !== undefined && isReadOnly(idField),
    id: idRule(idSchemaOf(facts), example, (one) => isValidId(facts, one)),
    creationTimeFields: timesNamed(facts, CREATED),
    updateTimeFields: timesNamed(facts, UPDATED),
    readOnly: [...new Set([...properties.keys(), ...requested.keys()])].filter(isReadOnly),
    outerFields,
    defaults: defaultsIn(document, schema ?? {}),
    hasCreate,
    sample,
    ...(schema && { responseFields: responseFieldsOf(document, schema, sample, accepts) }),
    ...(writeOnly && { writeOnly }),
    outerValues,
    seeds: { [keyOf(id)]: sample },
    ...(items && { assumedSeeds: Object.fromEntries(items.map((one) => [keyOf(one[idField ?? 'id']), one])) }),
  };
}

/** Kinds of operations that neither create nor delete an item, and do not list the items. */
const KEEPING = /^(read|update|replace)/;

/** Whether the items exist without being created: no operation creates them, and their ids are known. */
const isImplicit = ({ document, sources, parameter, isSingleton }: ResourceFacts): boolean =>
  sources.every(({ derived }) => KEEPING.test(derived.kind)) &&
  (isSingleton || (parameter !== undefined && alternativesOf(document, parameter.schema ?? {}).every(hasValues)));

const hasValues = (schema: FieldSchema): boolean => valuesOf({ ...schema }) !== undefined;

/** Returns the schema of the field with the id, or else of the path parameter, which can also have the pattern. */
function idSchemaOf({ document, properties, idField = '', parameter }: ResourceFacts): IdSchema {
  const { pattern } = alternativesOf(document, parameter?.schema ?? {})[0] as IdSchema;
  const own = alternativesOf(document, properties.get(idField) ?? parameter?.schema ?? {})[0] as IdSchema;
  return { ...(pattern !== undefined && { pattern }), ...own };
}

function isValidId(facts: ResourceFacts, id: string): boolean {
  const { document, accepts, properties, idField = '', parameter } = facts;
  const [schema] = alternativesOf(document, properties.get(idField) ?? parameter?.schema ?? {});
  return acceptsText(facts, schema, id) && (parameter === undefined || accepts(parameter.schema ?? {}, id));
}

/** Returns the names of the fields with a time whose names match a pattern. */
const timesNamed = ({ document, properties }: ResourceFacts, pattern: RegExp): string[] =>
  [...properties].flatMap(([name, schema]) => (pattern.test(name) && isDateTime(document, schema) ? name : []));

const isDateTime = (document: OpenApiDocument, schema: FieldSchema): boolean =>
  alternativesOf(document, schema).some((one) => (one as { format?: string }).format === 'date-time');
