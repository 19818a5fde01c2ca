import type { OperationEntry } from 'tools-document/operations';
import ts from 'typescript';

/**
 * Adds `@deprecated` to members of the interface `operations`. openapi-typescript adds it only to the members of
 * `paths`.
 *
 * @param types The types that openapi-typescript created.
 * @param ids Ids of the deprecated operations.
 */
export function markDeprecated(types: readonly ts.Node[], ids: ReadonlySet<string>): void {
  const operations = types.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === 'operations');
  for (const { name } of operations?.members ?? []) {
    if (name === undefined || !(ts.isIdentifier(name) || ts.isStringLiteral(name)) || !ids.has(name.text)) continue;
    ts.addSyntheticLeadingComment(name, ts.SyntaxKind.MultiLineCommentTrivia, '* @deprecated ', true);
  }
}

/** Returns the type of the paths of deprecated operations by method. Methods without such operations are absent. */
export function deprecatedPaths(deprecated: readonly OperationEntry[]): string {
  const meaning = '/** Path templates of the deprecated operations, by method. */\n';
  const methods = [...new Set(deprecated.map(({ method }) => method))];
  if (methods.length === 0) return `${meaning}export type DeprecatedPaths = Record<never, never>;\n`;
  const members = methods.map((method) => {
    const paths = deprecated.filter((entry) => entry.method === method).map(({ path }) => JSON.stringify(path));
    return `    ${method.toLowerCase()}: ${paths.join(' | ')};\n`;
  });
  return `${meaning}export interface DeprecatedPaths {\n${members.join('')}}\n`;
}
