// Reads recorded traffic: cassettes of go-vcr (YAML), recordings of nock (JSON) and HTTP archives (HAR 1.2).
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isObject, type JsonObject } from 'tenant-management-document';
import { parse } from 'yaml';
import { parseJson } from '../parse-json.ts';

/** A recorded request with its response. */
export interface Interaction {
  /** HTTP method in upper case. */
  readonly method: string;
  readonly url: string;
  /** Body of the request; empty if the request has no body. */
  readonly requestText: string;
  /** Media type of the request; absent if the recording does not contain it. */
  readonly contentType?: string;
  readonly status: number;
  /** Body of the response; empty if the response has no body. */
  readonly responseText: string;
}

/** The interactions of one file, in the order in which they were recorded. */
export interface Recording {
  /** Path of the file, relative to the folder. */
  readonly file: string;
  readonly interactions: readonly Interaction[];
}

/** The recordings in a folder. */
export interface Recordings {
  readonly recordings: readonly Recording[];
  /** Files that are not recordings. */
  readonly otherFiles: readonly string[];
}

/**
 * Reads the recordings in a folder and its subfolders: the files `*.yaml`, `*.yml`, `*.json` and `*.har`.
 *
 * @throws Error If the folder contains no recording.
 */
export async function readRecordings(folder: string): Promise<Recordings> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(ya?ml|json|har)$/.test(file)).sort();
  const recordings: Recording[] = [];
  const otherFiles: string[] = [];
  for (const file of files) {
    const interactions = parseRecording(await readFile(join(folder, file), 'utf8'));
    if (interactions === undefined) otherFiles.push(file);
    else recordings.push({ file, interactions });
  }
  if (recordings.length > 0) return { recordings, otherFiles };
  throw new Error(
    `${folder} must contain cassettes of go-vcr (*.yaml), recordings of nock (*.json) or archives (*.har)`,
  );
}

/** Parses the text of a recording. Returns `undefined` if the text is not a recording. */
function parseRecording(text: string): Interaction[] | undefined {
  const value = parsedValue(text);
  if (Array.isArray(value) && value.length > 0 && value.every(isOfNock)) return value.map(ofNock);
  if (!isObject(value)) return undefined;
  if (Array.isArray(value['interactions'])) return value['interactions'].map((one) => ofCassette(Object(one)));
  const entries = Object(value['log'])['entries'];
  return Array.isArray(entries) ? entries.map((one) => ofArchive(Object(one))) : undefined;
}

/** Parses JSON or YAML. JSON is also YAML, but the parser of JSON is much faster. */
function parsedValue(text: string): unknown {
  const value = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  if (value !== undefined) return value;
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Returns an interaction of a cassette of go-vcr 1 to 4. */
function ofCassette({ request, response }: { request?: JsonObject; response?: JsonObject }): Interaction {
  const headers: Readonly<Record<string, unknown>> = Object(request?.['headers']);
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  // A cassette contains the fields of a form, and its body is empty if the program that recorded it has parsed the form.
  const form = new URLSearchParams(
    Object.entries(Object(request?.['form'])).flatMap(([name, values]) =>
      [values].flat().map((one): [string, string] => [name, String(one)]),
    ),
  );
  return interaction({
    method: request?.['method'],
    url: request?.['url'],
    requestText: textOf(request?.['body']) || String(form),
    contentType: [type].flat()[0] ?? (form.size > 0 ? 'application/x-www-form-urlencoded' : undefined),
    status: response?.['code'],
    responseText: textOf(response?.['body']),
  });
}

/** An object that the recorder of nock writes with `output_objects`. */
interface NockObject {
  readonly scope: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status?: number;
  readonly response?: unknown;
  readonly responseIsBinary?: boolean;
  readonly reqheaders?: Readonly<Record<string, unknown>>;
}

const isOfNock = (value: unknown): value is NockObject =>
  isObject(value) && ['scope', 'method', 'path'].every((name) => typeof value[name] === 'string');

/** Returns an interaction of a recording of nock. A JSON body is a value there, and a compressed body is hexadecimal. */
function ofNock({ scope, method, path, body = '', status, response = '', ...more }: NockObject): Interaction {
  const { reqheaders = {}, responseIsBinary = false } = more;
  const chunks = [response].flat();
  const isHexadecimal =
    responseIsBinary ||
    (Array.isArray(response) && chunks.length > 0 && chunks.every((one) => /^([\da-f]{2})+$/.test(String(one))));
  const jsonText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return interaction({
    method,
    url: scope + path,
    requestText: jsonText(body),
    contentType: reqheaders['content-type'] ?? (typeof body === 'string' ? undefined : 'application/json'),
    status,
    responseText: isHexadecimal ? textOf(Buffer.from(chunks.join(''), 'hex')) : jsonText(response),
  });
}

/** Returns an interaction of an HTTP archive. */
function ofArchive({ request, response }: { request?: JsonObject; response?: JsonObject }): Interaction {
  const { mimeType, text: requestText, params = [] } = Object(request?.['postData']);
  const { text = '', encoding } = Object(response?.['content']);
  const form = new URLSearchParams(
    [params].flat().map(({ name, value = '' }: Record<string, string>) => [String(name), value]),
  );
  return interaction({
    method: request?.['method'],
    url: request?.['url'],
    requestText: requestText || String(form),
    contentType: mimeType,
    status: response?.['status'],
    responseText: encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text,
  });
}

/** Returns the text of a body. A recorder stores a compressed body as bytes. */
function textOf(body: unknown): unknown {
  if (!(body instanceof Uint8Array)) return body;
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  try {
    return (isGzip ? gunzipSync(body) : brotliDecompressSync(body)).toString();
  } catch {
    return new TextDecoder().decode(body);
  }
}

function interaction(read: { readonly [Name in keyof Interaction]: unknown }): Interaction {
  const { contentType } = read;
  return {
    method: String(read.method ?? 'GET').toUpperCase(),
    url: String(read.url ?? ''),
    requestText: String(read.requestText ?? ''),
    ...(typeof contentType === 'string' && contentType !== '' && { contentType }),
    status: Number(read.status ?? 0),
    responseText: String(read.responseText ?? ''),
  };
}
