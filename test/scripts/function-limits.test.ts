// Tests that no function is too long or too complex. Biome does not count the functions inside a function.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

const LIMITS = { lines: 60, complexity: 25 };

const SOURCES = [
  '{common,src,scripts,bench,compat,examples}/**/*.ts',
  ...['site/{plugins,reference,src}/**/*.ts', 'packages/*/{src,derive}/**/*.ts', 'tools/*/src/**/*.ts'],
];
const EXCLUDED = ['**/{node_modules,generated,output}/**', '**/*.test.ts'];

/** Returns the logical operator of an expression; `undefined` for other nodes. */
const operatorOf = (node: ts.Node): string | undefined =>
  ts.isBinaryExpression(node) ? /^(&&|\|\||\?\?)$/.exec(node.operatorToken.getText())?.[0] : undefined;

const isBranch = (node: ts.Node): boolean =>
  ts.isIfStatement(node) ||
  ts.isConditionalExpression(node) ||
  ts.isSwitchStatement(node) ||
  ts.isCatchClause(node) ||
  ts.isIterationStatement(node, false);

/** Returns the cognitive complexity of a node, as SonarSource defines it. A function inside it is one more level. */
function complexityOf(node: ts.Node, level = 0): number {
  const { parent } = node;
  const isElse = ts.isIfStatement(parent) && parent.elseStatement === node;
  const isElseIf = isElse && ts.isIfStatement(node);
  let sum = isElse ? 1 : 0;
  if (isBranch(node) && !isElseIf) sum += 1 + level;
  // A sequence of the same operator counts once.
  if (operatorOf(node) !== undefined && operatorOf(parent) !== operatorOf(node)) sum += 1;
  const inner = (isBranch(node) && !isElseIf) || ts.isFunctionLike(node) ? level + 1 : level;
  return node.getChildren().reduce((total, child) => total + complexityOf(child, inner), sum);
}

/** Counts the lines of a node without blank lines and comments. */
const linesOf = (node: ts.Node): number =>
  node
    .getText()
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line)).length;

/** Returns a line for each function of a module that is longer or more complex than the limits. */
function excessiveFunctions(file: string, text: string, { lines: maxLines, complexity: maxComplexity } = LIMITS) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): string[] => {
    const found = node.getChildren().flatMap(visit);
    if (!ts.isFunctionLike(node) || !('body' in node)) return found;
    const complexity = node.getChildren().reduce((sum, child) => sum + complexityOf(child), 0);
    const lines = linesOf(node);
    if (lines <= maxLines && complexity <= maxComplexity) return found;
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    return [`${file}:${line}: ${lines} lines, complexity ${complexity}`, ...found];
  };
  return visit(source);
}

test(`no function has more than ${LIMITS.lines} lines or a complexity above ${LIMITS.complexity}, with inner functions`, () => {
  const files = globSync(SOURCES, { cwd: projectRoot, exclude: EXCLUDED });
  expect(files.flatMap((file) => excessiveFunctions(file, readFileSync(join(projectRoot, file), 'utf8')))).toEqual([]);
});

test.each([
  { code: 'if (a) b(); else if (c) d(); else e();', complexity: 3 },
  { code: 'for (const x of a) { if (x) b(); }', complexity: 3 },
  { code: 'return a && b && c || (d ? e : f);', complexity: 3 },
  { code: 'const inner = () => { while (a) b(); };', complexity: 2 },
  { code: 'switch (a) { case 1: try { b(); } catch { c(); } }', complexity: 3 },
])('the complexity of "$code" is $complexity', ({ code, complexity }) => {
  const text = `function outer() {\n\n// A comment.\n${code}\n}`;
  expect(excessiveFunctions('a.ts', text, { lines: 3, complexity })).toEqual([]);
  expect(excessiveFunctions('a.ts', text, { lines: 2, complexity })[0]).toBe(
    `a.ts:1: 3 lines, complexity ${complexity}`,
  );
  expect(excessiveFunctions('a.ts', text, { lines: 3, complexity: complexity - 1 })[0]).toBe(
    `a.ts:1: 3 lines, complexity ${complexity}`,
  );
});
