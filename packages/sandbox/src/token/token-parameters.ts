import { behavior } from '../document-facts.js';
import { readLimitedText } from '../http/limited-text.js';
import { type SandboxResponse, tokenFailure } from '../response.js';

/** Largest body of a token request, in bytes: large enough for an assertion and hundreds of scopes. */
const MAX_BYTES = 65_536;

/** The parameters that the sandbox reads. */
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

/** The parameters of a token request by name. Empty values are omitted. */
export type TokenParameters = ReadonlyMap<string, string>;

/** The content type and the body of a token request. */
export interface TokenRequestBody {
  readonly contentType: string | undefined;
  readonly body: ReadableStream<Uint8Array> | null;
}

/**
 * Reads the parameters of a token request. The time is linear in the size of the request.
 *
 * @returns The parameters, or the response that rejects the request.
 */
export async function readTokenParameters({
  contentType = '',
  body,
}: TokenRequestBody): Promise<TokenParameters | SandboxResponse> {
  const text = await readLimitedText(body, MAX_BYTES);
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

/** Returns the fields of a JSON object; `undefined` if the text is not a JSON object. */
function parseObject(text: string): [string, unknown][] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Object(value) === value && !Array.isArray(value) ? Object.entries(Object(value)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks and collects the parameters of a token request. According to RFC 6749 section 3.2, each parameter can be sent
 * only once, and a parameter without a value is treated as omitted.
 */
function collect(entries: Iterable<[string, unknown]> | undefined): TokenParameters | SandboxResponse {
  if (entries === undefined) return tokenFailure(failures.notJsonObject);
  const parameters = new Map<string, string>();
  for (const [name, value] of entries) {
    if (value === '' || value === null) continue;
    // RFC 6749 section 3.2: unknown parameters are ignored.
    if (!PARAMETERS.includes(name)) continue;
    if (typeof value !== 'string') return tokenFailure(failures.notString, { name });
    if (parameters.has(name)) return tokenFailure(failures.repeatedParameter, { name });
    parameters.set(name, value);
  }
  return parameters;
}
