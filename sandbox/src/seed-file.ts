import { readFile } from 'node:fs/promises';
import { checkSeed, inWords, type Seed } from './seed.js';

/**
 * Reads a seed from a YAML or JSON file.
 *
 * @throws Error With a line for each problem, such as `seed.yaml:4:11: profiles[0].name: must NOT have fewer than 3
 *   characters`.
 */
export async function readSeedFile(file: string): Promise<Seed> {
  // Loaded on first use: most sandboxes are seeded by a test.
  const { isMap, isNode, isPair, isScalar, LineCounter, parseDocument, visit } = await import('yaml');
  const source = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file}: cannot be read: ${error.code}`);
  });
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const errors = document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`);
  visit(document, {
    Alias: (_key, alias) => {
      if (alias.resolve(document) !== undefined) return;
      errors.push(`${at(alias.range?.[0] ?? 0)}: no anchor &${alias.source} stands above it`);
    },
  });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const seed: unknown = plain() ?? {};
  const problems = checkSeed(seed);
  if (problems.length > 0) {
    throw new Error(problems.map((problem) => `${at(offsetOf(problem.path))}: ${inWords(problem)}`).join('\n'));
  }
  // It has just been checked.
  return seed as Seed;

  function plain(): unknown {
    try {
      return document.toJS();
    } catch (error) {
      // Aliases of aliases that would fill the memory.
      throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Where the key or the item of a path begins; of something that is missing, where its parent does. */
  function offsetOf(path: readonly (string | number)[]): number {
    if (path.length === 0) return 0;
    const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    const last = path.at(-1);
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === last);
      if (isScalar(pair?.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(path, true);
    return isNode(node) && node.range ? node.range[0] : offsetOf(path.slice(0, -1));
  }
}
