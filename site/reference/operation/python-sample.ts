import { callUrl, headerTexts } from 'tenant-management-contract/calls';
import {
  type CallArguments,
  callArguments,
  isJsonType,
  type OpenApiDocument,
  type OperationEntry,
} from 'tenant-management-document';
import { sampleServer } from '../server.ts';

/** A JSON string, or a JSON word that Python writes differently. */
const STRING_OR_WORD = /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g;
const WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/**
 * Returns a Python program that calls an operation with the standard library. The access token is in the environment
 * variable `TOKEN`.
 *
 * @returns `undefined` if the operation has no valid sample, or sends a file or a multipart form.
 */
export function pythonSample(document: OpenApiDocument, entry: OperationEntry): string | undefined {
  const call = callArguments(document, entry, true);
  if (call === undefined || call.body instanceof Blob || call.body instanceof FormData) return undefined;
  const { module, data } = bodyCode(call);
  const fields = headerTexts(call.params.header ?? {});
  const headers = { ...fields, ...(data !== undefined && { 'Content-Type': call.mediaType }) };
  return [
    ...['json', 'os', 'urllib.parse', 'urllib.request']
      .filter((name) => name === module || name === 'os' || name === 'urllib.request')
      .map((name) => `import ${name}`),
    '',
    'request = urllib.request.Request(',
    `    ${literalOf(sampleServer(document).url + callUrl(entry, call.params))},`,
    `    method=${literalOf(entry.method)},`,
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["TOKEN"],',
    ...Object.entries(headers).map(([name, value]) => `        ${literalOf(name)}: ${literalOf(value)},`),
    '    },',
    ...(data === undefined ? [] : [`    data=${data}.encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}

/** Returns the expression that writes the body as text, and the module that the expression uses. */
function bodyCode({ body, mediaType = '' }: CallArguments): { module?: string; data?: string } {
  if (body === undefined) return {};
  if (body instanceof URLSearchParams) {
    const fields = Object.fromEntries([...body.keys()].map((name) => [name, body.getAll(name)]));
    return { module: 'urllib.parse', data: `urllib.parse.urlencode(${literalOf(fields)}, doseq=True)` };
  }
  return isJsonType(mediaType) ? { module: 'json', data: `json.dumps(${literalOf(body)})` } : {};
}

/** Writes a JSON value as a Python literal. The lines after the first are indented as an argument. */
const literalOf = (value: unknown): string =>
  JSON.stringify(value, null, 4)
    .replaceAll('\n', '\n    ')
    .replaceAll(STRING_OR_WORD, (match) => WORDS[match] ?? match);
