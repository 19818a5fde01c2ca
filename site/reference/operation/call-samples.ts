import { curlWords } from 'tools-contract/curl-command';
import type { OpenApiDocument } from 'tools-document/model';
import {
  clientDefaults,
  documentedContent,
  fillTemplate,
  isJsonType,
  type OperationEntry,
  otherJsonType,
  uncallable,
} from 'tools-document/operations';
import { callArguments } from 'tools-document/samples';
import { quoted } from '../../../common/formatting.ts';
import { suggestedContent } from '../../../common/success-content.ts';
import { literal } from './literal.ts';

/** Package of the client. */
const PACKAGE = 'tenant-management-client';

/**
 * Returns a TypeScript program that calls an operation. The program uses `readSecret` or `accessToken`, which the reader
 * declares.
 *
 * @returns `undefined` if the operation has no valid sample, or if the client does not support the operation.
 */
export function typeScriptSample(document: OpenApiDocument, operation: OperationEntry): string | undefined {
  const call = callStatements(document, operation);
  if (call === undefined) return undefined;
  const data = dataCode(document, operation);
  return [
    ...clientCode(document),
    ...call.before,
    `const { ${data === undefined ? '' : 'data, '}error } = ${call.expression};`,
    'if (error) console.error(error.status, error.message);',
    ...(data === undefined ? [] : [`else console.log(${data});`]),
  ].join('\n');
}

/**
 * Returns the call of an operation by the client `management`, and the statements before it.
 *
 * @returns `undefined` if the operation has no valid sample, or if the client does not support the operation.
 */
export function callStatements(document: OpenApiDocument, operation: OperationEntry) {
  const call = callArguments(document, operation, true);
  if (call === undefined || uncallable(document, operation) !== undefined) return undefined;
  const body = bodyCode(call.body, call.mediaType);
  const jsonType = otherJsonType(operation.operation.requestBody?.content);
  const options = [
    ...(Object.keys(call.params).length > 0 ? [`params: ${literal(call.params, '  ', 'params: ,'.length)}`] : []),
    ...(body === undefined ? [] : [body.option]),
    ...(jsonType === undefined ? [] : [`headers: ${literal({ 'Content-Type': jsonType })}`]),
  ];
  const init = options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`;
  const expression = `await management.${operation.method}(${literal(operation.path)}${init})`;
  return { before: body?.statements ?? [], expression };
}

/** Returns the import of the client. With short lines, samples fit in a column. */
export const importCode = (hasFlow: boolean): string =>
  `import ${hasFlow ? '{\n  clientCredentials,\n  createManagementClient,\n}' : '{ createManagementClient }'} from '${PACKAGE}';`;

/** Returns the statements that import the package and create a client. */
function clientCode(document: OpenApiDocument): string[] {
  const { url, tenantDomain, tokenUrl } = sampleServer(document);
  const hasFlow = tokenUrl !== undefined;
  const auth = hasFlow
    ? ['  auth: clientCredentials({', "    clientId: 'my-service',", '    clientSecret: await readSecret(),', '  }),']
    : ['  auth: accessToken,'];
  return [
    importCode(hasFlow),
    '',
    'const management = createManagementClient({',
    `  ${tenantDomain === undefined ? `baseUrl: ${literal(url)}` : `tenantDomain: ${literal(tenantDomain)}`},`,
    ...auth,
    '});',
  ];
}

/** Returns the option `body`, and the statements before the call that create a form. */
function bodyCode(body: unknown, mediaType = ''): { statements: string[]; option: string } | undefined {
  if (body === undefined) return undefined;
  if (body instanceof FormData) {
    const appended = [...body].map(([name, value]) => `body.append(${literal(name)}, ${literal(value)});`);
    return { statements: ['const body = new FormData();', ...appended], option: 'body' };
  }
  if (body instanceof URLSearchParams) {
    const fields = literal(Object.fromEntries(body), '  ', 'body: new URLSearchParams(),'.length);
    return { statements: [], option: `body: new URLSearchParams(${fields})` };
  }
  if (!isJsonType(mediaType))
    return { statements: [], option: `body: new Blob(['…'], ${literal({ type: mediaType })})` };
  return { statements: [], option: `body: ${literal(body, '  ', 'body: ,'.length)}` };
}

/** Returns an expression that reads the data of the result; `undefined` if the result has no data. */
function dataCode(document: OpenApiDocument, { method, operation }: OperationEntry): string | undefined {
  switch (documentedContent(document, operation) ?? suggestedContent(method)) {
    case 'none':
      return undefined;
    case 'other':
      return 'await data.text()';
    case 'mixed':
      return 'data instanceof Response ? await data.text() : data';
    case 'object':
    case 'json':
    case 'value':
      return 'data';
  }
}

/**
 * Returns a `curl` command that calls an operation. The access token is in the variable `TOKEN` of the shell.
 *
 * @returns `undefined` if the operation has no valid sample, or sends a file.
 */
export const curlSample = (document: OpenApiDocument, operation: OperationEntry): string | undefined =>
  curlWords(document, operation, sampleServer(document).url, '"Authorization: Bearer $TOKEN"')?.join(' \\\n  ');

/**
 * Returns shell commands that request an access token and store the token in the variable `TOKEN`.
 *
 * @returns `undefined` if the document has no client credentials flow.
 */
export function tokenSample(document: OpenApiDocument): string | undefined {
  const { tokenUrl, tokenParameters } = sampleServer(document);
  if (tokenUrl === undefined) return undefined;
  const parameters = Object.entries({
    grant_type: 'client_credentials',
    client_id: 'my-service',
    ...tokenParameters,
  }).map(([name, value]) => `  --data-urlencode ${quoted(`${name}=${value}`)} \\\n`);
  return [
    `TOKEN=$(curl -s \\\n${parameters.join('')}  --data-urlencode "client_secret=$CLIENT_SECRET" \\\n`,
    `  ${quoted(tokenUrl)} |\n  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  ].join('');
}

/** A host that no server has, for documents without a usable server URL (RFC 6761). */
const EXAMPLE_HOST = 'api.example.com';
const HOST = /^[\w.-]+$/;

/** Returns the first server of a document. Its variables have their defaults, if these are valid in a URL. */
export function sampleServer(document: OpenApiDocument) {
  const { url: template = '', variables = {} } = document.servers?.[0] ?? {};
  const filled = fillTemplate(template, (name) => {
    const value = variables[name]?.default ?? '';
    return HOST.test(value) ? value : EXAMPLE_HOST;
  });
  const base = new URL(filled, `https://${EXAMPLE_HOST}`);
  const flow = Object.values(document.components?.securitySchemes ?? {}).flatMap(
    ({ flows }) => flows?.clientCredentials ?? [],
  )[0];
  return {
    /** Base URL of the API, without a slash at its end. */
    url: base.href.replace(/\/$/, ''),
    /** Host of the tenant; absent if the host does not determine the URL. */
    ...(clientDefaults(document).serverUrl !== undefined && { tenantDomain: base.host }),
    /** URL of the token endpoint; absent if the document has no client credentials flow. */
    ...(flow !== undefined && { tokenUrl: new URL(flow.tokenUrl, base.origin).href }),
    /** Additional parameters of the token request, such as `audience`. */
    tokenParameters: Object.fromEntries(
      Object.entries(flow?.['x-form-parameters'] ?? {}).map(([name, value]) => [
        name,
        // The client resolves the audience against the origin too.
        name === 'audience' && URL.canParse(value, base.origin) ? new URL(value, base.origin).href : value,
      ]),
    ),
  };
}
