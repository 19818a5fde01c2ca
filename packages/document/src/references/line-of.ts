import { readFileSync } from 'node:fs';
import { isNode, LineCounter, parseDocument } from 'yaml';

/** Returns the line of a place in a YAML or JSON file, counted from 1. Reads the file, so call this only for errors. */
export function lineOf(file: string, keys: readonly string[]): number {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  const node =
    document.getIn(keys, true) ??
    document.getIn(
      keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
      true,
    );
  return isNode(node) && node.range ? lines.linePos(node.range[0]).line : 1;
}
