import type { OpenApiDocument } from 'tools-document/model';
import {
  accessOf,
  addressesOf,
  isIgnored,
  isJsonType,
  listOperations,
  type OperationEntry,
  uncallable,
} from 'tools-document/operations';
import { preferredMedia, sampleCall } from 'tools-document/samples';

/** A parameter in the "try it" panel. */
export interface TryItParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  /** A valid value; absent if the document shows no valid value. A string is sent unchanged, other values as JSON. */
  readonly sample?: unknown;
}

/** The request body in the "try it" panel. */
export interface TryItBody {
  /** `form` is `application/x-www-form-urlencoded`, `multipart` is `multipart/form-data`. */
  readonly type: 'json' | 'form' | 'multipart';
  readonly required: boolean;
  /** A valid JSON value. For a form, it is an object with a member for each field of the form. */
  readonly sample?: unknown;
}

/** An operation that the "try it" panel can call. */
export interface TryItCall {
  readonly method: string;
  /** Path template, relative to the base URL. */
  readonly path: string;
  readonly parameters: readonly TryItParameter[];
  readonly body?: TryItBody;
  /** Path of the API on a sandbox, such as `/v2`; empty if the paths of operations start at the origin. */
  readonly basePath: string;
  /** Path of the token endpoint; absent if the operation needs no token or accepts any token. */
  readonly tokenPath?: string;
}

/** An operation that the panel cannot call, with the reason. */
export interface NoTryItCall {
  readonly problem: string;
}

/** Returns the data of the "try it" panel of each operation, by operation id. */
export function tryItCalls(document: OpenApiDocument): Record<string, TryItCall | NoTryItCall> {
  const addresses = addressesOf(document);
  return Object.fromEntries(listOperations(document).map((entry) => [entry.id, tryItCall(document, entry, addresses)]));
}

function tryItCall(
  document: OpenApiDocument,
  entry: OperationEntry,
  { basePath, tokenPath }: Pick<ReturnType<typeof addressesOf>, 'basePath' | 'tokenPath'>,
): TryItCall | NoTryItCall {
  const { method, path, operation } = entry;
  const unsupported = uncallable(document, entry);
  if (unsupported !== undefined) return { problem: unsupported };
  const { params, body: sample } = sampleCall(document, entry);
  const { content = {}, required = false } = operation.requestBody ?? {};
  const [mediaType] = preferredMedia(content) ?? [];
  const type = mediaType === undefined ? undefined : bodyType(mediaType);
  if (mediaType !== undefined && type === undefined) {
    return { problem: `this panel cannot send a body of the type ${mediaType}` };
  }
  return {
    method,
    path,
    parameters: entry.parameters.flatMap((parameter) => {
      const { name, in: place, required: isRequired = false } = parameter;
      if (place === 'cookie' || isIgnored(parameter)) return [];
      const value = params?.[place][name];
      return { name, in: place, required: isRequired, ...(value !== undefined && { sample: value }) };
    }),
    ...(type !== undefined && { body: { type, required, ...(sample !== undefined && { sample: jsonOf(sample) }) } }),
    basePath,
    ...(accessOf(document, entry).needsToken && { tokenPath }),
  };
}

/** Returns how the panel sends a media type; `undefined` if the panel cannot send it. */
function bodyType(mediaType: string): TryItBody['type'] | undefined {
  if (isJsonType(mediaType)) return 'json';
  if (mediaType.startsWith('application/x-www-form-urlencoded')) return 'form';
  return mediaType.startsWith('multipart/form-data') ? 'multipart' : undefined;
}

/** Returns the body of a sample call as JSON: a form is an object of its fields. */
const jsonOf = (body: unknown): unknown =>
  body instanceof URLSearchParams || body instanceof FormData ? Object.fromEntries(body) : body;
