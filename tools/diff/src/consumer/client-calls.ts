import { METHOD_KEYS } from 'tools-document/model';
import type ts from 'typescript';

/** A call of the client, such as `management.GET('/books/{id}')`. */
export interface ClientCall {
  /** Method in upper case. */
  readonly method: string;
  readonly path: string;
}

/** The compiler, and its knowledge of the types of a program. */
export interface Compiler {
  readonly typescript: typeof ts;
  readonly checker: ts.TypeChecker;
}

const METHODS = METHOD_KEYS.map((method) => method.toUpperCase());

/** Number of declarations that are followed from a value to the call that returned it. */
const MAX_DECLARATIONS = 4;

/** Returns the calls to which a place in the source belongs: the call around it, or those that returned its value. */
export function callsAt(compiler: Compiler, file: ts.SourceFile, position: number): ClientCall[] {
  const { typescript } = compiler;
  let node: ts.Node = file;
  const visit = (inner: ts.Node): void => {
    if (position < inner.getStart(file) || position >= inner.end) return;
    node = inner;
    typescript.forEachChild(inner, visit);
  };
  visit(file);
  for (let outer: ts.Node = node; outer !== file; outer = outer.parent) {
    const call = callOf(typescript, outer);
    if (call !== undefined) return [call];
  }
  while (
    typescript.isPropertyAccessExpression(node.parent) ||
    isBinding(typescript, node.parent) ||
    typescript.isVariableDeclaration(node.parent)
  )
    node = node.parent;
  return sourcesOf(compiler, node);
}

/**
 * Returns the nodes that hide a call of the client from the compiler: calls whose client, path or options have the type
 * `any` or `never`, and results that get the type `any` or `unknown`. The calls are empty if the path is not known.
 */
export function hidingNodes(compiler: Compiler, file: ts.SourceFile): { node: ts.Node; calls: ClientCall[] }[] {
  const { typescript, checker } = compiler;
  const { Any, Never, Unknown } = typescript.TypeFlags;
  const isUntyped = (node: ts.Node, flags: number) => (checker.getTypeAtLocation(node).flags & flags) !== 0;
  const found: { node: ts.Node; calls: ClientCall[] }[] = [];
  const visit = (node: ts.Node): void => {
    const call = methodCall(typescript, node);
    if (call !== undefined) {
      const parts = [call.expression.expression, ...call.arguments];
      if (parts.some((part) => isUntyped(part, Any | Never)))
        found.push({ node, calls: [callOf(typescript, node) ?? []].flat() });
    } else if (isCast(typescript, node) && isUntyped(node, Any | Unknown)) {
      const calls = sourcesOf(compiler, node);
      if (calls.length > 0) found.push({ node, calls });
    }
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether a node gives a value another type. */
const isCast = (typescript: typeof ts, node: ts.Node): node is ts.AsExpression | ts.TypeAssertion =>
  typescript.isAsExpression(node) || typescript.isTypeAssertionExpression(node);

/** Returns the calls inside a node, or those in the declarations of the names inside it. */
function sourcesOf(compiler: Compiler, node: ts.Node): ClientCall[] {
  const calls: ClientCall[] = [];
  const seen = new Set([node]);
  let nodes = [node];
  for (let depth = 0; depth <= MAX_DECLARATIONS; depth += 1) {
    nodes = nodes.flatMap((one) => {
      const { found, names } = contentsOf(compiler, one);
      calls.push(...found);
      return found.length > 0 || compiler.typescript.isFunctionLike(one) ? [] : declarationsOf(compiler, names);
    });
    nodes = nodes.filter((one) => !seen.has(one));
    for (const one of nodes) seen.add(one);
  }
  return calls;
}

/** Returns the calls and the names inside a node; inside the value of a variable, if the node declares one. */
function contentsOf({ typescript }: Compiler, node: ts.Node) {
  const found: ClientCall[] = [];
  const names: ts.Identifier[] = [];
  const visit = (inner: ts.Node): void => {
    const call = callOf(typescript, inner);
    if (call !== undefined) found.push(call);
    if (typescript.isIdentifier(inner)) names.push(inner);
    typescript.forEachChild(inner, visit);
  };
  visit(typescript.isVariableDeclaration(node) ? (node.initializer ?? node.name) : node);
  return { found, names };
}

/** Returns the variables and functions of the consumer that declare some names. */
function declarationsOf({ typescript, checker }: Compiler, names: readonly ts.Identifier[]): ts.Node[] {
  const declarations = names.flatMap((name) => {
    let declaration: ts.Node | undefined = checker.getSymbolAtLocation(name)?.valueDeclaration;
    while (declaration !== undefined && isBinding(typescript, declaration)) declaration = declaration.parent;
    const isValue =
      declaration !== undefined &&
      !declaration.getSourceFile().isDeclarationFile &&
      (typescript.isVariableDeclaration(declaration) || typescript.isFunctionLike(declaration));
    return isValue && declaration !== undefined ? [declaration] : [];
  });
  return [...new Set(declarations)];
}

/** Whether a node is a part of a destructuring declaration. */
const isBinding = (typescript: typeof ts, node: ts.Node): boolean =>
  typescript.isBindingElement(node) ||
  typescript.isObjectBindingPattern(node) ||
  typescript.isArrayBindingPattern(node);

/** Returns the method and the path of a call of the client; `undefined` if the path is not a text in the source. */
function callOf(typescript: typeof ts, node: ts.Node): ClientCall | undefined {
  const call = methodCall(typescript, node);
  let path = call?.arguments[0];
  while (path !== undefined && isCast(typescript, path)) path = path.expression;
  if (call === undefined || path === undefined || !typescript.isStringLiteralLike(path)) return undefined;
  return { method: call.expression.name.text, path: path.text };
}

type MethodCall = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression };

function methodCall(typescript: typeof ts, node: ts.Node): MethodCall | undefined {
  const isCall =
    typescript.isCallExpression(node) &&
    typescript.isPropertyAccessExpression(node.expression) &&
    METHODS.includes(node.expression.name.text);
  return isCall ? (node as MethodCall) : undefined;
}
