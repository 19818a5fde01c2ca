import { pathToFileURL } from 'node:url';
import { isObject, type JsonObject, keysOfReference, memberOf, pointerTo, referenceTo } from '../json.ts';
import { locationText, readDocumentFiles, targetUrl } from './document-files.ts';
import { componentAt, resolve } from './resolve.ts';
import { type Group, isReference, type LocatedReference, visitObjects, visitReferences } from './visit-references.ts';

/** A reference and the URL of its file. */
interface FileReference extends LocatedReference {
  readonly url: string;
}

/** A value and its place. */
interface Target {
  readonly url: string;
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** A JSON object of a file. This module changes the objects that it reads. */
type Node = Record<string, unknown>;

/** The mapping of a discriminator, and the URL of its file. */
interface FileMapping {
  readonly mapping: Node;
  readonly url: string;
}

/** A document that is read, and the references in its files. */
interface Bundle {
  readonly files: ReadonlyMap<string, unknown>;
  /** Why files could not be read, by URL. */
  readonly errors: ReadonlyMap<string, Error>;
  /** The URL of the document. */
  readonly root: string;
  readonly document: JsonObject;
  readonly references: FileReference[];
  /** Number of the references that have been replaced. */
  bundled: number;
  readonly dataReferences: FileReference[];
  readonly mappings: FileMapping[];
  readonly seen: Set<unknown>;
  readonly seenByMappings: Set<unknown>;
  /** References to the components that were made of targets in other files, by URL. */
  readonly homes: Map<string, string>;
}

/** Longest chain of references between files that is followed. A longer chain is circular. */
const MAX_CHAIN = 50;

/**
 * Reads a document and the files that it refers to, as one document. Its references remain, and the targets in other
 * files become components. References in extensions are data, and remain unchanged. References in examples are data too,
 * but the content of a file replaces a reference to this file, because many tools read examples in this way.
 *
 * @throws Error If a file cannot be read or parsed, or if a reference cannot be resolved. The message names the file,
 *   the line and the place of the reference.
 */
export async function readBundle(file: string): Promise<JsonObject> {
  const errors = new Map<string, Error>();
  const files = await readDocumentFiles(file, errors);
  const root = pathToFileURL(file).href;
  // The cast is safe: the document has a version.
  const document = files.get(root) as JsonObject;
  const bundle: Bundle = {
    ...{ files, errors, root, document, references: [], bundled: 0, dataReferences: [], mappings: [] },
    ...{ seen: new Set<unknown>(), seenByMappings: new Set<unknown>(), homes: new Map<string, string>() },
  };
  collect(bundle, { url: root, keys: [], value: document }, { group: 'document' });
  // A component that only refers to another file gives its name to the target, so these references come first.
  const isFirst = (reference: FileReference) => isPart(reference) || isAlias(bundle, reference);
  bundle.references.sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  bundleReferences(bundle);
  for (const mapping of bundle.mappings) {
    bundleMapping(bundle, mapping);
    bundleReferences(bundle);
  }
  for (const reference of bundle.dataReferences) bundleData(bundle, reference);
  for (const reference of bundle.references) checkReference(bundle, reference);
  return document;
}

/** Replaces the references that have not been replaced. Replacing a reference can add more references. */
function bundleReferences(bundle: Bundle): void {
  for (let next = bundle.references[bundle.bundled]; next !== undefined; next = bundle.references[bundle.bundled]) {
    bundle.bundled += 1;
    bundleReference(bundle, next);
  }
}

/** Adds the references in a value to the list. */
function collect(
  bundle: Bundle,
  { url, keys, value }: Target,
  { group, isMap = false }: Pick<LocatedReference, 'group' | 'isMap'>,
) {
  visitReferences(
    value,
    { keys, group, isMap },
    bundle.seen,
    (reference) => bundle.references.push({ ...reference, url }),
    (data, path) => collectData(bundle, { url, keys: path, value: data }),
  );
  const collectMapping = ({ discriminator }: JsonObject, _: unknown, isNames: boolean) => {
    const { mapping } = Object(isNames ? undefined : discriminator);
    if (isObject(mapping)) bundle.mappings.push({ mapping, url });
  };
  visitObjects(value, collectMapping, bundle.seenByMappings);
}

/**
 * Replaces the references of a mapping to other files, and those of another file to itself, by references to
 * components. A value without a target remains: it can be the name of a schema, or the lint run reports it.
 */
function bundleMapping(bundle: Bundle, { mapping, url }: FileMapping): void {
  for (const [key, $ref] of Object.entries(mapping)) {
    if (typeof $ref !== 'string' || (url === bundle.root && $ref.startsWith('#'))) continue;
    if (memberOf(memberOf(memberOf(bundle.document, 'components'), 'schemas'), $ref) !== undefined) continue;
    const target = targetIfPresent(bundle, { url, keys: [], group: 'schemas', node: { $ref } });
    if (target === undefined) continue;
    collect(bundle, target, { group: 'schemas' });
    mapping[key] = target.url === bundle.root ? referenceTo(target.keys) : homeOf(bundle, target, 'schemas');
  }
}

/** Adds the references in an example to the list. */
function collectData(bundle: Bundle, { url, keys, value }: Target): void {
  if (typeof value !== 'object' || value === null || bundle.seen.has(value)) return;
  bundle.seen.add(value);
  if (isReference(value)) bundle.dataReferences.push({ node: value, keys, group: 'document', url });
  for (const [key, part] of Object.entries(value)) collectData(bundle, { url, keys: [...keys, key], value: part });
}

/** Replaces a reference in an example. If the reference has no target in a file, it is data. */
function bundleData(bundle: Bundle, reference: FileReference): void {
  if (reference.url === bundle.root && reference.node.$ref.startsWith('#')) return;
  const target = targetIfPresent(bundle, reference);
  if (target === undefined) return;
  collectData(bundle, target);
  replace(bundle, reference, target.value);
}

/** Replaces a reference with a value. */
function replace(bundle: Bundle, { node, url, keys }: FileReference, value: unknown): void {
  // The cast is safe: this module has read the files, and can change their objects.
  const { $ref: _, ...siblings } = node;
  delete (node as Node)['$ref'];
  if (isObject(value)) Object.assign(node, value, siblings);
  else Object.assign(Object(keys.slice(0, -1).reduce(memberOf, bundle.files.get(url))), { [keys.at(-1) ?? '']: value });
}

function bundleReference(bundle: Bundle, reference: FileReference): void {
  const { node, keys, group, url } = reference;
  // Without a target, checkReference() throws the error.
  if (url === bundle.root && node.$ref.startsWith('#') && !isPart(reference)) {
    if (node.$ref.includes('/x-')) collect(bundle, targetOf(bundle, reference), reference);
    return;
  }
  const target = targetOf(bundle, reference);
  collect(bundle, target, reference);
  if (isPart(reference)) {
    replace(bundle, reference, target.value);
    if (url === bundle.root && keys[0] === 'components') adopt(bundle, keys, target);
    // The casts are safe: this module has read the files, and can change their objects.
  } else if (target.url === bundle.root) (node as Node)['$ref'] = referenceTo(target.keys);
  else {
    if (isAlias(bundle, reference)) adopt(bundle, keys, target);
    (node as Node)['$ref'] = homeOf(bundle, target, group);
  }
}

/** Makes a target in another file a component of the document, or its members if it is a map of components. */
function adopt(bundle: Bundle, keys: readonly string[], target: Target): void {
  const component = componentAt(keys);
  const { url, value } = target;
  if (component === undefined) {
    for (const [key, member] of Object.entries(isObject(value) ? value : {}))
      adopt(bundle, [...keys, key], { url, keys: [...target.keys, key], value: member });
    return;
  }
  // The cast is safe: the keys of `components` are the groups.
  const group = component.group as Group;
  const isRef = isReference(value) && isOnlyReference(value) && !value.$ref.startsWith('#');
  const final = isRef ? targetOf(bundle, { url, keys: target.keys, group, node: value }) : target;
  if (final.url === bundle.root || bundle.homes.has(idOf(final))) return;
  bundle.homes.set(idOf(final), referenceTo(keys));
  componentsOf(bundle, group)[component.name] = final.value;
  collect(bundle, final, { group });
}

/** Returns the target of a reference. If the target is only a reference to another file, follows it. */
function targetOf(bundle: Bundle, reference: FileReference, length = 0): Target {
  const { node, group } = reference;
  const [, fragment = ''] = node.$ref.split('#');
  const file = targetUrl(node.$ref, reference);
  const content = bundle.files.get(file);
  if (content === undefined) {
    const cause = bundle.errors.get(file);
    const reason = cause === undefined ? '' : `: ${cause.message}`;
    throw new Error(`${locationText(reference)} must refer to a file that can be read and parsed${reason}`, { cause });
  }
  const keys = keysOfReference(`#${fragment}`) ?? [`#${fragment}`];
  const target = { url: file, keys, value: keys.reduce(memberOf, content) };
  if (target.value === undefined || length > MAX_CHAIN)
    throw new Error(`${locationText(reference)} must have a target; correct or remove the reference`);
  if (file === bundle.root || !isReference(target.value) || !isOnlyReference(target.value)) return target;
  return targetOf(bundle, { url: file, keys, group, node: target.value }, length + 1);
}

/** Returns the target of a text that is a reference only if it has a target. */
function targetIfPresent(bundle: Bundle, reference: FileReference): Target | undefined {
  try {
    return targetOf(bundle, reference);
  } catch {
    return undefined;
  }
}

/** Returns a reference to the component for a target in another file. Adds the component to the document. */
function homeOf(bundle: Bundle, target: Target, group: Group): string {
  const id = idOf(target);
  const known = bundle.homes.get(id);
  if (known !== undefined) return known;
  const components = componentsOf(bundle, group);
  const wanted = componentAt(target.keys)?.name ?? target.keys.at(-1) ?? stemOf(target.url);
  let name = wanted;
  // Names such as `__proto__` count as used, because an assignment would not add them.
  for (let count = 2; name in components; count += 1) name = `${wanted}_${count}`;
  components[name] = target.value;
  const home = referenceTo(['components', group, name]);
  bundle.homes.set(id, home);
  return home;
}

function componentsOf(bundle: Bundle, group: Group): Node {
  const own = bundle.document as { components?: Record<string, Node> };
  own.components ??= {};
  own.components[group] ??= {};
  return own.components[group];
}

/** Whether a reference is a component of the document, and refers to another file. */
function isAlias(bundle: Bundle, { url, keys, node }: FileReference): boolean {
  return url === bundle.root && isOnlyReference(node) && componentAt(keys) !== undefined && !node.$ref.startsWith('#');
}

function checkReference(bundle: Bundle, reference: FileReference): void {
  // The object is no longer a reference if the target has replaced it.
  try {
    resolve(bundle.document, reference.node);
  } catch (cause) {
    throw new Error(`${locationText(reference)}: ${(cause as Error).message}`, { cause });
  }
}

/** Whether a reference is in a place that cannot be a component, such as `paths`. Its target replaces it. */
const isPart = ({ group, isMap = false }: LocatedReference): boolean => isMap || group === 'document';

/** Whether a reference has no other members. */
const isOnlyReference = (node: JsonObject): boolean => Object.keys(node).length === 1;

const idOf = ({ url, keys }: Target): string => `${url}${pointerTo(keys)}`;

/** Returns the name of a file without its folder and its extension. */
const stemOf = (url: string): string => decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)).replace(/\.\w+$/, '');
