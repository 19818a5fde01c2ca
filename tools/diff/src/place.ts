import { dirname, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  escapeKey,
  hasMembers,
  isObject,
  type JsonObject,
  type Keys,
  keysIn,
  keysOf,
  readDocumentFiles,
  removeNullable,
  type SchemaNode,
} from 'tools-document';

/** A value of a document with its location. A reference is replaced with its target. */
export interface Place extends SchemaNode<Place> {
  /** The absolute path of the file and the JSON pointer. No other place of the document has the same identity. */
  readonly id: string;
  /** JSON pointer (RFC 6901) in the file that contains the value. Only pointers in other files start with a path. */
  readonly pointer: string;
  /** JSON pointer of the reference to the value, or of the value itself. */
  readonly refPointer: string;
  /** Name of the component to which the last reference to the value refers, such as `schemas/Book`. */
  readonly component: string | undefined;
  /**
   * The target of a reference and the members next to the reference, if there are such members. The value contains both;
   * in a schema, both apply.
   */
  readonly parts?: readonly [target: Place, siblings: Place];
}

/** Longest chain of references that is followed. A longer chain is circular. */
const MAX_REFERENCES = 50;

/**
 * Reads a document and the files that it refers to.
 *
 * @throws Error If a file cannot be read or parsed, if a reference has no target, or if a value contains itself by an
 *   alias. The message names the file.
 */
export async function readPlaces(file: string): Promise<Place> {
  const urls = await readDocumentFiles(file);
  const files = new Map([...urls].map(([url, content]) => [fileURLToPath(url), content]));
  const [main = file] = files.keys();
  for (const content of files.values()) removeNullable(content);
  return placeAt({ main, files, places: new Map() }, main, '', files.get(main));
}

/** The files of a document. */
interface Files {
  /** Path of the document. */
  readonly main: string;
  readonly files: ReadonlyMap<string, unknown>;
  /** The places without references that have been read, by id. */
  readonly places: Map<string, Place>;
}

/** Returns a pointer with the path of its file if the file is not the document. */
const publicPointer = ({ main }: Files, path: string, pointer: string): string =>
  path === main ? pointer : `${relative(dirname(main), path)}#${pointer}`;

function placeAt(all: Files, path: string, pointer: string, value: unknown, depth = 0, keys: Keys = 'keywords'): Place {
  const reference = isObject(value) ? value['$ref'] : undefined;
  if (typeof reference === 'string') return follow(all, path, pointer, reference, value as JsonObject, depth);
  const id = `${path}#${pointer}`;
  const place = all.places.get(id) ?? createPlace(all, path, pointer, value, keys);
  all.places.set(id, place);
  return place;
}

/** Creates the place of a value. In data, such as a default, `$ref` has no meaning. */
function createPlace(all: Files, path: string, pointer: string, value: unknown, keys: Keys = 'keywords'): Place {
  const isContainer = hasMembers(value);
  const memberAt = (key: string, inner: unknown): Place => {
    const at = `${pointer}/${escapeKey(key)}`;
    const next = keysIn(key, inner, keys);
    return next === 'data' ? createPlace(all, path, at, inner, next) : placeAt(all, path, at, inner, 0, next);
  };
  let members: Map<string, Place> | undefined;
  const read = (): Map<string, Place> => {
    members ??= new Map(Object.entries(isContainer ? value : {}).map(([key, inner]) => [key, memberAt(key, inner)]));
    return members;
  };
  return {
    value,
    node: isObject(value) ? value : {},
    id: `${path}#${pointer}`,
    pointer: publicPointer(all, path, pointer),
    refPointer: publicPointer(all, path, pointer),
    component: undefined,
    child: (key) => (isContainer && Object.hasOwn(value, key) ? read().get(key) : undefined),
    children: () => [...read()],
  };
}

/** Returns the target of a reference. Members next to `$ref`, such as a description, replace those of the target. */
function follow(all: Files, path: string, from: string, reference: string, node: JsonObject, depth: number): Place {
  const [targetFile = '', fragment = ''] = reference.split('#');
  const filePath = targetFile === '' ? path : fileURLToPath(new URL(targetFile, pathToFileURL(path)));
  const pointer = decodeURIComponent(fragment);
  const keys = keysOf(pointer);
  let value: unknown = pointer === '' || pointer.startsWith('/') ? all.files.get(filePath) : undefined;
  for (const key of keys) value = hasMembers(value) ? (value as JsonObject)[key] : undefined;
  if (value === undefined || depth > MAX_REFERENCES)
    throw new Error(`${path}: the $ref at ${from} must have a target; correct or remove the reference`);
  const target = placeAt(all, filePath, pointer, value, depth + 1);
  const { $ref: _, ...siblings } = node;
  const place =
    Object.keys(siblings).length > 0 ? withSiblings(target, createPlace(all, path, from, siblings)) : target;
  const component = keys.length > 0 ? keys.slice(-2).join('/') : `schemas/${stem(targetFile)}`;
  return { ...place, component: target.component ?? component, refPointer: publicPointer(all, path, from) };
}

function withSiblings(target: Place, siblings: Place): Place {
  const next = { ...siblings, id: `${siblings.id} without its target` };
  const value = { ...target.node, ...siblings.node };
  return {
    ...target,
    value,
    node: value,
    id: siblings.id,
    parts: [target, next],
    child: (key) => next.child(key) ?? target.child(key),
    children: () => [...new Map([...target.children(), ...next.children()])],
  };
}

/** Returns the name of a file without its folder and its extension. */
const stem = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
