import { behavior } from './behavior.js';
import { type Reply, tokenFailure } from './reply.js';

/** Longest body of a token request: room for an assertion and for hundreds of scopes. */
const MAX_BYTES = 65_536;
/** Most parameters of a token request: RFC 6749 and RFC 7523 define seven. */
const MAX_PARAMETERS = 50;

/** Parameters that the sandbox reads. */
const PARAMETERS = [
  'grant_type',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'audience',
  'scope',
];

const { failures } = behavior.tokenEndpoint;

/** The parameters of a token request, each with a value that is not empty. */
export type TokenParameters = ReadonlyMap<string, string>;

/** The content type and the body of a token request. */
export interface TokenRequestBody {
  readonly contentType: string | undefined;
  readonly body: ReadableStream<Uint8Array> | null;
}

/**
 * Reads the parameters of a token request in time that is linear in its size.
 *
 * @returns The parameters, or the reply that refuses the request.
 */
export async function readTokenParameters({
  contentType = '',
  body,
}: TokenRequestBody): Promise<TokenParameters | Reply> {
  const text = await readText(body);
  if (text === undefined) return tokenFailure(failures.bodyTooLarge, { bytes: MAX_BYTES });
  const [mediaType = ''] = contentType.split(';');
  switch (mediaType.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return collect(new URLSearchParams(text));
    case 'application/json':
      return collect(parseObject(text));
    default:
      return tokenFailure(failures.contentType);
  }
}

/**
 * Reads a body to its end, so that the client can read the response.
 *
 * @returns Its text; `undefined` if the body is too long.
 */
async function readText(body: ReadableStream<Uint8Array> | null): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size <= MAX_BYTES) chunks.push(part.value);
  }
  return size > MAX_BYTES ? undefined : Buffer.concat(chunks).toString();
}

/** The fields of a JSON object; `undefined` if the text is not a JSON object. */
function parseObject(text: string): [string, unknown][] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Object(value) === value && !Array.isArray(value) ? Object.entries(Object(value)) : undefined;
  } catch {
    return undefined;
  }
}

/** Checks parameters. RFC 6749 section 3.2: each is sent only once, and a parameter without a value counts as omitted. */
function collect(entries: Iterable<[string, unknown]> | undefined): TokenParameters | Reply {
  if (entries === undefined) return tokenFailure(failures.notJsonObject);
  const parameters = new Map<string, string>();
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    if (count > MAX_PARAMETERS) return tokenFailure(failures.tooManyParameters, { count: MAX_PARAMETERS });
    if (value === '' || value === null) continue;
    // RFC 6749 section 3.2: unknown parameters are ignored.
    if (!PARAMETERS.includes(name)) continue;
    if (typeof value !== 'string') return tokenFailure(failures.notString, { name });
    if (parameters.has(name)) return tokenFailure(failures.repeatedParameter, { name });
    parameters.set(name, value);
  }
  return parameters;
}
