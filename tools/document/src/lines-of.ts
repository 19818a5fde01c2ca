import { readFileSync } from 'node:fs';
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** A key or an item, with the keys or items of its value. */
interface Entry {
  readonly line: number;
  /** Absent if the value is not an object or a list. */
  members?: Map<string, Entry>;
}

/**
 * Returns a function that finds the line of a place in a YAML or JSON file: the line of its key or item, or of the
 * closest parent that exists. The first line has the number 1.
 *
 * @throws Error If the file cannot be read.
 */
export function linesOf(file: string): (keys: readonly string[]) => number {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.json')) return yamlLines(text);
  try {
    return jsonLines(text);
  } catch {
    // Documents can have the syntax of YAML in a file whose name ends in `.json`.
    return yamlLines(text);
  }
}

function yamlLines(text: string): (keys: readonly string[]) => number {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  return (keys) => {
    let value: unknown = document.contents;
    let offset = isNode(value) ? value.range?.[0] : undefined;
    for (const key of keys) {
      if (isAlias(value)) value = value.resolve(document);
      const collection = value;
      const pair = isMap(collection)
        ? collection.items.find((one) => isScalar(one.key) && String(one.key.value) === key)
        : undefined;
      value = pair?.value ?? (isSeq(collection) ? collection.items[Number(key)] : undefined);
      const place = pair?.key ?? value;
      if (!isNode(place)) break;
      offset = place.range?.[0];
    }
    return lines.linePos(offset ?? 0).line;
  };
}

/** Reads JSON without the package `yaml`, which takes more than a second for a document of 4 MB. */
function jsonLines(text: string): (keys: readonly string[]) => number {
  const root = entriesOf(text);
  return (keys) => {
    let entry = root;
    for (const key of keys) {
      const member = entry.members?.get(key);
      if (member === undefined) break;
      entry = member;
    }
    return entry.line;
  };
}

function entriesOf(text: string): Entry {
  const root: Entry = { line: 1 };
  /** The objects and lists around the current character. */
  const open: { readonly members: Map<string, Entry>; readonly isList: boolean }[] = [];
  let line = 1;
  /** The entry of the last key. */
  let last = root;
  let isKey = false;
  const add = (name: string): void => {
    last = { line };
    open.at(-1)?.members.set(name, last);
  };
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+|[{}[\],\n]/g)) {
    const parent = open.at(-1);
    if (token === '\n') line += 1;
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') isKey = parent?.isList === false;
    else {
      if (parent?.isList) add(String(parent.members.size));
      else if (isKey) add(JSON.parse(token));
      isKey = token === '{';
      if (token !== '{' && token !== '[') continue;
      last.members = new Map();
      open.push({ members: last.members, isList: token === '[' });
    }
  }
  return root;
}
