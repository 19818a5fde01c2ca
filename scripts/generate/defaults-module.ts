import { clientDefaults, type OpenApiDocument } from 'tools-document';

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
