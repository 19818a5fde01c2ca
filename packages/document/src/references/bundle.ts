import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import $RefParser from '@apidevtools/json-schema-ref-parser';
import { hasMembers, isObject, type JsonObject } from '../json-object.ts';
import { keysOfReference, pointerTo, referenceTo } from '../json-pointer.ts';
import { linesOf } from '../lines-of.ts';
import { componentAt, resolve } from './resolve.ts';
import {
  type Group,
  hasNames,
  isReference,
  isSchemaData,
  type LocatedReference,
  visitReferences,
} from './visit-references.ts';

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

/** Files that are read as a text, such as the description of a tag. */
const TEXT = /\.(md|markdown|txt)$/i;

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
  const files = new Map<string, unknown>();
  const root = pathToFileURL(file).href;
  const document = await load(root);
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
  const bundleReferences = async (): Promise<void> => {
    // Bundling a reference can add more references.
    for (let next = references[bundled]; next !== undefined; next = references[bundled]) {
      bundled += 1;
      await bundle(next);
    }
  };
  await bundleReferences();
  for (const mapping of mappings) {
    await bundleMapping(mapping);
    await bundleReferences();
  }
  for (const reference of dataReferences) await bundleData(reference);
  for (const reference of references) check(reference);
  return document;

  async function load(url: string): Promise<unknown> {
    const path = fileURLToPath(url);
    if (!files.has(url)) files.set(url, TEXT.test(path) ? await readFile(path, 'utf8') : await $RefParser.parse(path));
    return files.get(url);
  }

  /** Adds the references in a value to the list. */
  function collect({ url, keys, value }: Target, { group, isMap = false }: Pick<LocatedReference, 'group' | 'isMap'>) {
    visitReferences(
      value,
      { keys, group, isMap },
      seen,
      (reference) => references.push({ ...reference, url }),
      (data, path) => collectData({ url, keys: path, value: data }),
    );
    collectMappings(url, value);
  }

  /** Adds the mappings of the discriminators in a value to the list. */
  function collectMappings(url: string, value: unknown, isMap = false): void {
    if (!hasMembers(value) || seenByMappings.has(value)) return;
    seenByMappings.add(value);
    const { mapping } = Object(isMap ? undefined : value['discriminator']);
    if (isObject(mapping)) mappings.push({ mapping, url });
    for (const [key, part] of Object.entries(value)) {
      const isData = !isMap && (isSchemaData(key) || key === 'value' || key.startsWith('x-'));
      if (!isData) collectMappings(url, part, !isMap && hasNames(key));
    }
  }

  /**
   * Replaces the references of a mapping to other files, and those of another file to itself, by references to
   * components. A value without a target remains: it can be the name of a schema, or the lint run reports it.
   */
  async function bundleMapping({ mapping, url }: FileMapping): Promise<void> {
    for (const [key, $ref] of Object.entries(mapping)) {
      if (typeof $ref !== 'string' || (url === root && $ref.startsWith('#'))) continue;
      if (memberOf(memberOf(memberOf(document, 'components'), 'schemas'), $ref) !== undefined) continue;
      const target = await targetOf({ url, keys: [], group: 'schemas', node: { $ref } }).catch(() => undefined);
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
  async function bundleData(reference: FileReference): Promise<void> {
    if (reference.url === root && reference.node.$ref.startsWith('#')) return;
    const target = await targetOf(reference).catch(() => undefined);
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

  async function bundle(reference: FileReference): Promise<void> {
    const { node, keys, group, url } = reference;
    // Without a target, check() throws the error.
    if (url === root && node.$ref.startsWith('#') && !isPart(reference)) {
      if (node.$ref.includes('/x-')) collect(await targetOf(reference), reference);
      return;
    }
    const target = await targetOf(reference);
    collect(target, reference);
    if (isPart(reference)) {
      replace(reference, target.value);
      if (url === root && keys[0] === 'components') await adopt(keys, target);
      // The casts are safe: this module has read the files, and can change their objects.
    } else if (target.url === root) (node as Node)['$ref'] = referenceTo(target.keys);
    else {
      if (isAlias(reference)) await adopt(keys, target);
      (node as Node)['$ref'] = homeOf(target, group);
    }
  }

  /** Makes a target in another file a component of the document, or its members if it is a map of components. */
  async function adopt(keys: readonly string[], target: Target): Promise<void> {
    const component = componentAt(keys);
    const { url, value } = target;
    if (component === undefined) {
      for (const [key, member] of Object.entries(isObject(value) ? value : {}))
        await adopt([...keys, key], { url, keys: [...target.keys, key], value: member });
      return;
    }
    // The cast is safe: the keys of `components` are the groups.
    const group = component.group as Group;
    const isRef = isReference(value) && isOnlyReference(value) && !value.$ref.startsWith('#');
    const final = isRef ? await targetOf({ url, keys: target.keys, group, node: value }) : target;
    if (final.url === root || homes.has(idOf(final))) return;
    homes.set(idOf(final), referenceTo(keys));
    componentsOf(group)[component.name] = final.value;
    collect(final, { group });
  }

  /** Returns the target of a reference. If the target is only a reference to another file, follows it. */
  async function targetOf(reference: FileReference, length = 0): Promise<Target> {
    const { node, url, group } = reference;
    const [path = '', fragment = ''] = node.$ref.split('#');
    const targetUrl = path === '' ? url : new URL(path, url).href;
    if (!targetUrl.startsWith('file:'))
      throw new Error(
        `${placeOf(reference)} must refer to a file; URLs are not fetched, so download the file and refer to the copy`,
      );
    const value = await load(targetUrl).catch((cause: unknown) => {
      throw new Error(`${placeOf(reference)} must refer to a file that can be read and parsed`, { cause });
    });
    const keys = keysOfReference(`#${fragment}`) ?? [`#${fragment}`];
    const target = { url: targetUrl, keys, value: keys.reduce(memberOf, value) };
    if (target.value === undefined || length > MAX_CHAIN)
      throw new Error(`${placeOf(reference)} must have a target; correct or remove the reference`);
    if (targetUrl === root || !isReference(target.value) || !isOnlyReference(target.value)) return target;
    return await targetOf({ url: targetUrl, keys, group, node: target.value }, length + 1);
  }

  /** Returns a reference to the component for a target in another file. Adds the component to the document. */
  function homeOf(target: Target, group: Group): string {
    const id = idOf(target);
    const known = homes.get(id);
    if (known !== undefined) return known;
    const components = componentsOf(group);
    const wanted = componentAt(target.keys)?.name ?? target.keys.at(-1) ?? stemOf(target.url);
    let name = wanted;
    for (let count = 2; Object.hasOwn(components, name); count += 1) name = `${wanted}_${count}`;
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

function placeOf({ url, keys }: FileReference): string {
  const file = fileURLToPath(url);
  return `${file}:${linesOf(file)(keys)}: the $ref at ${pointerTo(keys)}`;
}

const idOf = ({ url, keys }: Target): string => `${url}${pointerTo(keys)}`;

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Node)[key] : undefined;

/** Returns the name of a file without its folder and its extension. */
const stemOf = (url: string): string => decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)).replace(/\.\w+$/, '');
