import { listOperations, type OpenApiDocument } from 'tools-document';

/** Returns the source of the module `delete-paths.ts`. */
export function deletePathsModule(document: OpenApiDocument): string {
  const paths = listOperations(document).flatMap(({ method, path }) =>
    method === 'DELETE' ? [`  ${JSON.stringify(path)},\n`] : [],
  );
  return `/** The path templates of all DELETE operations of the document. */
export const deletePaths: readonly string[] = [${paths.length > 0 ? `\n${paths.join('')}` : ''}];
`;
}
