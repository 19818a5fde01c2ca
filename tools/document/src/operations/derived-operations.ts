import type { OpenApiDocument } from '../model/openapi-document.ts';
import { type FieldSchema, propertiesOf } from '../schema/field-schema.ts';
import { type ListShape, listShapes } from './list-shape.ts';
import { jsonOf } from './media-type.ts';
import { plainName, singularOf } from './name-forms.ts';
import type { OperationKind } from './operation-kind.ts';
import { listOperations, type OperationEntry } from './operations.ts';
import { itemPath, literalSegments, parameterNames, templateOf } from './path-template.ts';
import { jsonSchemaOf, type SuccessResponse, successOf } from './success-response.ts';

/** An operation, and the facts about its resource that follow from its method, path and schemas. */
export interface DerivedOperation {
  readonly id: string;
  /** HTTP method in upper case. */
  readonly method: string;
  readonly path: string;
  readonly kind: OperationKind;
  /** Key of the resource: the path of the collection or singleton without its parameters. Absent for `sample`. */
  readonly resource?: string;
  /** Path parameters before the id, in the order of the path. They are part of the key of an item. */
  readonly outerNames: readonly string[];
  /** The path parameter that contains the id of the item. */
  readonly idParameter?: string;
  /** The field of an item that contains the id of the item, such as `user_id`; absent if no field contains the id. */
  readonly idField?: string;
  /** For `list`: the documented shapes of the list. */
  readonly lists?: readonly ListShape[];
  /** For `add` and `remove`: the property of the body that lists the items. */
  readonly elementsProperty?: string;
  readonly success: SuccessResponse;
}

/** The kinds of operations on a path that ends with the id of an item, by method. */
const ITEM_KINDS: Readonly<Record<string, OperationKind>> = {
  GET: 'read',
  PATCH: 'update',
  PUT: 'replace',
  DELETE: 'delete',
};

const SINGLETON_KINDS: Readonly<Record<string, OperationKind>> = {
  GET: 'readSingleton',
  PATCH: 'updateSingleton',
  PUT: 'replaceSingleton',
  POST: 'createSingleton',
  DELETE: 'deleteSingleton',
};

const lastSegment = (path: string): string => literalSegments(path).at(-1) ?? '';

/** A document whose resources are derived. */
interface ResourceModel {
  readonly document: OpenApiDocument;
  /** The operations by path template and method. */
  readonly paths: ReadonlyMap<string, Map<string, OperationEntry>>;
  /** The path templates of the resources by key. */
  readonly templates: Map<string, string>;
}

/**
 * Derives the kind and the resource of each operation of a document.
 *
 * A path that ends in a parameter is the path of an item, and the path before the parameter is its collection. A path
 * is a singleton if it has at least two of GET, PATCH and PUT, and no item path below it. Any other path whose
 * GET returns a list is a collection.
 */
export function deriveOperations(document: OpenApiDocument): DerivedOperation[] {
  const entries = listOperations(document);
  const paths: ResourceModel['paths'] = new Map(entries.map(({ path }) => [templateOf(path), new Map()]));
  for (const entry of entries) paths.get(templateOf(entry.path))?.set(entry.method, entry);
  const resources: ResourceModel = { document, paths, templates: new Map() };
  return entries.map((entry) => derive(resources, entry));
}

function derive(resources: ResourceModel, entry: OperationEntry): DerivedOperation {
  const { id, method, path } = entry;
  const item = itemPath(path);
  const found = item === undefined ? kindOf(resources, entry) : (ITEM_KINDS[method] ?? 'sample');
  const kind = found === 'read' && isLookup(resources, entry) ? 'sample' : found;
  const success = successOf(entry, kind);
  if (kind === 'sample') return { id, method, path, kind, outerNames: parameterNames(path), success };
  const collection = item?.collection ?? path;
  const isSingleton = kind.endsWith('Singleton');
  const idField = isSingleton ? undefined : idFieldOf(resources, collection);
  const lists = kind === 'list' ? shapesOf(resources, entry) : undefined;
  const elementsProperty = kind === 'add' || kind === 'remove' ? elementsOf(resources, entry) : undefined;
  return {
    id,
    method,
    path,
    kind,
    resource: resourceKey(resources, collection),
    outerNames: parameterNames(collection),
    ...(item && { idParameter: item.idParameter }),
    ...(idField !== undefined && { idField }),
    ...(lists && { lists }),
    ...(elementsProperty !== undefined && { elementsProperty }),
    success,
  };
}

/**
 * Whether a path such as `GET /books/name/{name}` finds an item by a field: the path before the name of the field is a
 * collection, the path has no other method, and the items have a field with this name.
 */
function isLookup(resources: ResourceModel, { path }: OperationEntry): boolean {
  const [, collection = '', name = ''] = /^(.+)\/([^/{}]+)\/\{[^{}/]+\}$/.exec(path) ?? [];
  const isOnlyMethod =
    resources.paths.get(templateOf(path))?.size === 1 && !resources.paths.has(templateOf(`${collection}/${name}`));
  const read = resources.paths.get(`${templateOf(collection)}/{}`)?.get('GET');
  const item = read && jsonSchemaOf(read, 'read');
  return isOnlyMethod && item !== undefined && propertiesOf(resources.document, item).has(name);
}

function kindOf(resources: ResourceModel, entry: OperationEntry): OperationKind {
  const { method, path } = entry;
  const siblings = resources.paths.get(templateOf(path));
  if (isSingleton(resources, path)) return SINGLETON_KINDS[method] ?? 'sample';
  const hasItems = hasItemPath(resources, path);
  const list = siblings?.get('GET');
  const hasList = list !== undefined && shapesOf(resources, list).length > 0;
  if (!hasItems && !hasList) return 'sample';
  if (method === 'GET') return hasList ? 'list' : 'sample';
  const isBodyList = hasList && elementsOf(resources, entry) !== undefined;
  if (method === 'DELETE') {
    if (entry.operation.requestBody === undefined) return 'deleteAll';
    return isBodyList ? 'remove' : 'sample';
  }
  if (method !== 'POST') return 'sample';
  if (isBodyList && !hasItems) return 'add';
  return hasItems || jsonSchemaOf(entry, 'create') !== undefined ? 'create' : 'sample';
}

function isSingleton(resources: ResourceModel, path: string): boolean {
  const template = templateOf(path);
  const methods = resources.paths.get(template);
  const changes = ['PATCH', 'PUT'].filter((method) => methods?.has(method));
  return (
    !hasItemPath(resources, path) && (changes.length === 2 || (changes.length === 1 && methods?.has('GET') === true))
  );
}

/** Returns whether a collection has an item path. If the path below it has only POST, that path is an action. */
function hasItemPath(resources: ResourceModel, collection: string): boolean {
  const methods = resources.paths.get(`${templateOf(collection)}/{}`)?.keys() ?? [];
  return [...methods].some((method) => method in ITEM_KINDS);
}

/**
 * Returns the documented shapes of the list that a GET returns: an array, or an object with the array in a property.
 * The listed items must share a property with the single item.
 */
function shapesOf(resources: ResourceModel, entry: OperationEntry): ListShape[] {
  const schema = jsonSchemaOf(entry, 'list');
  const shapes = schema === undefined ? [] : listShapes(resources.document, schema, lastSegment(entry.path));
  const read = resources.paths.get(`${templateOf(entry.path)}/{}`)?.get('GET');
  const item = read && jsonSchemaOf(read, 'read');
  const names = item && propertiesOf(resources.document, item);
  return shapes.filter(({ items }) => {
    const listed = propertiesOf(resources.document, items);
    return !names?.size || listed.size === 0 || [...listed.keys()].some((name) => names.has(name));
  });
}

/** Returns the name of the only property of a JSON body if this property is an array named like the collection. */
function elementsOf(resources: ResourceModel, { operation, path }: OperationEntry): string | undefined {
  const schema: FieldSchema | undefined = jsonOf(operation.requestBody?.content)?.schema;
  const [only, ...others] = schema === undefined ? [] : propertiesOf(resources.document, schema);
  if (only === undefined || others.length > 0) return undefined;
  const [name, property] = only;
  const isList = property.items !== undefined;
  return isList && plainName(name) === plainName(lastSegment(path)) ? name : undefined;
}

/** Finds the field with the id of an item, in the responses that contain one item or a list of items. */
function idFieldOf(resources: ResourceModel, collection: string): string | undefined {
  const template = templateOf(collection);
  const item = resources.paths.get(`${template}/{}`);
  const parameter = item && itemPath([...item.values()][0]?.path ?? '')?.idParameter;
  const list = resources.paths.get(template)?.get('GET');
  const schemas = [
    item?.get('GET'),
    item?.get('PATCH'),
    item?.get('PUT'),
    resources.paths.get(template)?.get('POST'),
  ].flatMap((entry): FieldSchema[] => {
    const schema = entry && jsonSchemaOf(entry, 'read');
    return schema === undefined ? [] : [schema];
  });
  for (const schema of [
    ...schemas,
    ...(list === undefined ? [] : shapesOf(resources, list).map(({ items }) => items)),
  ]) {
    const field = idFieldIn(propertiesOf(resources.document, schema), parameter, lastSegment(collection));
    if (field !== undefined) return field;
  }
  return undefined;
}

/**
 * Returns the key of a collection. If another resource already has this key, the new key keeps the parameters of the path
 * as `{}`.
 */
function resourceKey({ templates }: ResourceModel, collection: string): string {
  const template = templateOf(collection).slice(1);
  const key = template.replaceAll('/{}', '').replaceAll('{}/', '');
  if ((templates.get(key) ?? template) !== template) return template;
  templates.set(key, template);
  return key;
}

/**
 * Finds the field with the id. The field has the name of the path parameter, the name `id`, or a name that follows from
 * the collection, such as `user_id` in `users`.
 */
function idFieldIn(
  properties: ReadonlyMap<string, FieldSchema>,
  parameter: string | undefined,
  collection: string,
): string | undefined {
  const names = [...properties]
    .filter(([, { type }]) => [type ?? 'string'].flat().some((one) => ['string', 'integer', 'number'].includes(one)))
    .map(([name]) => name);
  const find = (wanted: string | undefined) =>
    wanted === undefined ? undefined : names.find((name) => plainName(name) === plainName(wanted));
  const ids = names.filter((name) => /(_id|Id|ID|-id)$/.test(name));
  const singular = singularOf(collection);
  return (
    (parameter === 'id' ? undefined : find(parameter)) ??
    find('id') ??
    find(`${singular}_id`) ??
    find(parameter?.replace(/_?(name|key|id)$/i, '') || undefined) ??
    ids.find((name) => plainName(singular).endsWith(plainName(name).slice(0, -2))) ??
    (ids.length === 1 ? ids[0] : undefined)
  );
}

/** Kinds of operations whose response describes an item. The kind with the best description comes first. */
const DESCRIBING: readonly OperationKind[] = [
  ...(['read', 'readSingleton', 'list', 'create'] as const),
  ...(['update', 'replace', 'updateSingleton', 'replaceSingleton'] as const),
];

/** Finds the operations whose responses describe an item of a resource. The best description comes first. */
export function describingOperations(operations: readonly DerivedOperation[]): DerivedOperation[] {
  const described = DESCRIBING.flatMap((kind) => operations.filter((operation) => operation.kind === kind));
  return described.filter((operation) => itemSchema(operation) !== undefined);
}

/**
 * Returns the schema of the item in the successful response of an operation, or `undefined` if the document has no such
 * schema.
 */
export function itemSchema({ kind, lists, success }: DerivedOperation): FieldSchema | undefined {
  if (kind === 'list') return lists?.[0]?.items;
  const { mediaType = '', media } = success;
  return DESCRIBING.includes(kind) && media ? jsonOf({ [mediaType]: media })?.schema : undefined;
}
