import { readFileSync } from 'node:fs';
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/**
 * Returns a function that finds the line and the column of a place in a YAML or JSON file: those of its key or item, or
 * of the closest parent that exists. The first line and column have the number 1.
 *
 * @throws Error If the file cannot be read.
 */
export function positionsOf(file: string): (keys: readonly string[]) => { line: number; col: number } {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines, uniqueKeys: false });
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
    return lines.linePos(offset ?? 0);
  };
}
