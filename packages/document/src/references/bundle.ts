import { pathToFileURL } from 'node:url';
import { isObject, type JsonObject, keysOfReference, memberOf, pointerTo, referenceTo } from '../json.ts';
import { placeOf, readDocumentFiles, targetUrl } from './document-files.ts';
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
  const document = files.get(root);
  if (!isObject(document) || !/^3\./.test(String(document['openapi'])))
    throw new Error(`${file} must contain an OpenAPI 3 document, which has a line such as "openapi: 3.1.0"`);
  const references: FileReference[] = [];
  const dataReferences: FileReference[] = [];
  const mappings: FileMapping[] = [];
  const seen = new Set<unknown>();
  const seenByMappings = new Set<unknown>();
  /** References to the components that were made of targets in other files, by URL. */
  const homes = new Map<string, string>();

  collect({ url: root, keys: [], value: document }, { group: 'document' });
  // A component that only refers to another file gives its name to the target, so these references come first.
  const isFirst = (reference: FileReference) => isPart(reference) || isAlias(reference);
  references.sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  let bundled = 0;
  const bundleReferences = (): void => {
    // Bundling a reference can add more references.
    for (let next = references[bundled]; next !== undefined; next = references[bundled]) {
      bundled += 1;
      bundle(next);
    }
  };
  bundleReferences();
  for (const mapping of mappings) {
    bundleMapping(mapping);
    bundleReferences();
  }
  for (const reference of dataReferences) bundleData(reference);
  for (const reference of references) check(reference);
  return document;

  /** Adds the references in a value to the list. */
  function collect({ url, keys, value }: Target, { group, isMap = false }: Pick<LocatedReference, 'group' | 'isMap'>) {
    visitReferences(
      value,
      { keys, group, isMap },
      seen,
      (reference) => references.push({ ...reference, url }),
      (data, path) => collectData({ url, keys: path, value: data }),
    );
    const collectMapping = ({ discriminator }: JsonObject, _: unknown, isNames: boolean) => {
      const { mapping } = Object(isNames ? undefined : discriminator);
      if (isObject(mapping)) mappings.push({ mapping, url });
    };
    visitObjects(value, collectMapping, seenByMappings);
  }

  /**
   * Replaces the references of a mapping to other files, and those of another file to itself, by references to
   * components. A value without a target remains: it can be the name of a schema, or the lint run reports it.
   */
  function bundleMapping({ mapping, url }: FileMapping): void {
    for (const [key, $ref] of Object.entries(mapping)) {
      if (typeof $ref !== 'string' || (url === root && $ref.startsWith('#'))) continue;
      if (memberOf(memberOf(memberOf(document, 'components'), 'schemas'), $ref) !== undefined) continue;
      const target = targetIfPresent({ url, keys: [], group: 'schemas', node: { $ref } });
      if (target === undefined) continue;
      collect(target, { group: 'schemas' });
      mapping[key] = target.url === root ? referenceTo(target.keys) : homeOf(target, 'schemas');
    }
  }

  /** Adds the references in an example to the list. */
  function collectData({ url, keys, value }: Target): void {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isReference(value)) dataReferences.push({ node: value, keys, group: 'document', url });
    for (const [key, part] of Object.entries(value)) collectData({ url, keys: [...keys, key], value: part });
  }

  /** Replaces a reference in an example. If the reference has no target in a file, it is data. */
  function bundleData(reference: FileReference): void {
    if (reference.url === root && reference.node.$ref.startsWith('#')) return;
    const target = targetIfPresent(reference);
    if (target === undefined) return;
    collectData(target);
    replace(reference, target.value);
  }

  /** Replaces a reference with a value. */
  function replace({ node, url, keys }: FileReference, value: unknown): void {
    // The cast is safe: this module has read the files, and can change their objects.
    const { $ref: _, ...siblings } = node;
    delete (node as Node)['$ref'];
    if (isObject(value)) Object.assign(node, value, siblings);
    else Object.assign(Object(keys.slice(0, -1).reduce(memberOf, files.get(url))), { [keys.at(-1) ?? '']: value });
  }

  function bundle(reference: FileReference): void {
    const { node, keys, group, url } = reference;
    // Without a target, check() throws the error.
    if (url === root && node.$ref.startsWith('#') && !isPart(reference)) {
      if (node.$ref.includes('/x-')) collect(targetOf(reference), reference);
      return;
    }
    const target = targetOf(reference);
    collect(target, reference);
    if (isPart(reference)) {
      replace(reference, target.value);
      if (url === root && keys[0] === 'components') adopt(keys, target);
      // The casts are safe: this module has read the files, and can change their objects.
    } else if (target.url === root) (node as Node)['$ref'] = referenceTo(target.keys);
    else {
      if (isAlias(reference)) adopt(keys, target);
      (node as Node)['$ref'] = homeOf(target, group);
    }
  }

  /** Makes a target in another file a component of the document, or its members if it is a map of components. */
  function adopt(keys: readonly string[], target: Target): void {
    const component = componentAt(keys);
    const { url, value } = target;
    if (component === undefined) {
      for (const [key, member] of Object.entries(isObject(value) ? value : {}))
        adopt([...keys, key], { url, keys: [...target.keys, key], value: member });
      return;
    }
    // The cast is safe: the keys of `components` are the groups.
    const group = component.group as Group;
    const isRef = isReference(value) && isOnlyReference(value) && !value.$ref.startsWith('#');
    const final = isRef ? targetOf({ url, keys: target.keys, group, node: value }) : target;
    if (final.url === root || homes.has(idOf(final))) return;
    homes.set(idOf(final), referenceTo(keys));
    componentsOf(group)[component.name] = final.value;
    collect(final, { group });
  }

  /** Returns the target of a reference. If the target is only a reference to another file, follows it. */
  function targetOf(reference: FileReference, length = 0): Target {
    const { node, group } = reference;
    const [, fragment = ''] = node.$ref.split('#');
    const file = targetUrl(node.$ref, reference);
    const content = files.get(file);
    if (content === undefined) {
      const cause = errors.get(file);
      const reason = cause === undefined ? '' : `: ${cause.message}`;
      throw new Error(`${placeOf(reference)} must refer to a file that can be read and parsed${reason}`, { cause });
    }
    const keys = keysOfReference(`#${fragment}`) ?? [`#${fragment}`];
    const target = { url: file, keys, value: keys.reduce(memberOf, content) };
    if (target.value === undefined || length > MAX_CHAIN)
      throw new Error(`${placeOf(reference)} must have a target; correct or remove the reference`);
    if (file === root || !isReference(target.value) || !isOnlyReference(target.value)) return target;
    return targetOf({ url: file, keys, group, node: target.value }, length + 1);
  }

  /** Returns the target of a text that is a reference only if it has a target. */
  function targetIfPresent(reference: FileReference): Target | undefined {
    try {
      return targetOf(reference);
    } catch {
      return undefined;
    }
  }

  /** Returns a reference to the component for a target in another file. Adds the component to the document. */
  function homeOf(target: Target, group: Group): string {
    const id = idOf(target);
    const known = homes.get(id);
    if (known !== undefined) return known;
    const components = componentsOf(group);
    const wanted = componentAt(target.keys)?.name ?? target.keys.at(-1) ?? stemOf(target.url);
    let name = wanted;
    // Names such as `__proto__` count as used, because an assignment would not add them.
    for (let count = 2; name in components; count += 1) name = `${wanted}_${count}`;
    components[name] = target.value;
    const home = referenceTo(['components', group, name]);
    homes.set(id, home);
    return home;
  }

  function componentsOf(group: Group): Node {
    const own = document as { components?: Record<string, Node> };
    own.components ??= {};
    own.components[group] ??= {};
    return own.components[group];
  }

  /** Whether a reference is a component of the document, and refers to another file. */
  function isAlias({ url, keys, node }: FileReference): boolean {
    return url === root && isOnlyReference(node) && componentAt(keys) !== undefined && !node.$ref.startsWith('#');
  }

  function check(reference: FileReference): void {
    // The object is no longer a reference if the target has replaced it.
    try {
      resolve(document as object, reference.node);
    } catch (cause) {
      throw new Error(`${placeOf(reference)}: ${(cause as Error).message}`, { cause });
    }
  }
}

/** Whether a reference is in a place that cannot be a component, such as `paths`. Its target replaces it. */
const isPart = ({ group, isMap = false }: LocatedReference): boolean => isMap || group === 'document';

/** Whether a reference has no other members. */
const isOnlyReference = (node: JsonObject): boolean => Object.keys(node).length === 1;

const idOf = ({ url, keys }: Target): string => `${url}${pointerTo(keys)}`;

/** Returns the name of a file without its folder and its extension. */
const stemOf = (url: string): string => decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)).replace(/\.\w+$/, '');
