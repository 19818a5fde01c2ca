/** A problem that a check found: the path from the root to the problem, and the text of the message. */
export interface FoundProblem {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/**
 * Parses YAML or JSON text and checks the value.
 *
 * @param file Name of the file, for the messages.
 * @throws Error If the text is not valid. The message has a line for each problem, such as
 *   `seed.yaml:4:11: profiles[0].name: must NOT have fewer than 3 characters`. After a syntax error, it also has the
 *   line of the error.
 */
export async function parseYaml(
  file: string,
  source: string,
  check: (value: unknown) => readonly FoundProblem[] | Promise<readonly FoundProblem[]>,
): Promise<unknown> {
  // Import the package only here, because a sandbox without a seed file does not need it.
  const { isMap, isNode, isPair, isScalar, LineCounter, parseDocument, visit } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const errors = document.errors.map(
    ({ pos, message }) => `${at(pos[0])}: ${message.replace(/ at line .*/, '').trimEnd()}`,
  );
  visit(document, {
    Alias: (_key, alias) => {
      if (alias.resolve(document) !== undefined) return;
      errors.push(`${at(alias.range?.[0] ?? 0)}: the anchor &${alias.source} must be defined before its alias`);
    },
  });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const value = toPlain() ?? {};
  const problems = await check(value);
  if (problems.length > 0) {
    throw new Error(problems.map(({ path, text }) => `${at(offsetOf(path))}: ${text}`).join('\n'));
  }
  return value;

  function toPlain(): unknown {
    try {
      return document.toJS();
    } catch (error) {
      // The package `yaml` throws if nested aliases would exhaust the memory.
      throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Returns the offset of the key or item at a path, or of the closest existing parent. */
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
