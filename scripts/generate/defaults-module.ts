import type { OpenApiDocument } from 'tools-document/model';
import { clientDefaults, listOperations } from 'tools-document/operations';

/** Returns the source of the module `defaults.ts`: the parts of the document that a client needs at run time. */
export function defaultsModule(document: OpenApiDocument): string {
  const { serverUrl, tokenUrl, audience } = clientDefaults(document);
  const constant = (name: string, meaning: string, value: string | undefined) =>
    `/** ${meaning} */\nexport const ${name}: string | undefined = ${JSON.stringify(value)};\n`;
  return [
    constant(
      'serverUrl',
      'URL of the first server of the document, with the host as a variable in braces. `undefined` for any other URL.',
      serverUrl,
    ),
    constant('tokenUrl', 'Token URL of the client credentials flow.', tokenUrl),
    constant('audience', 'The form parameter `audience` of the token request.', audience),
  ].join('\n');
}

/** Returns the source of the module `delete-paths.ts`. */
export function deletePathsModule(document: OpenApiDocument): string {
  const paths = listOperations(document).flatMap(({ method, path }) =>
    method === 'DELETE' ? [`  ${JSON.stringify(path)},\n`] : [],
  );
  return `/** The path templates of all DELETE operations of the document. */
export const deletePaths: readonly string[] = [${paths.length > 0 ? `\n${paths.join('')}` : ''}];
`;
}
