import type { OpenApiDocument } from 'tools-document/model';
import { documentedKey, jsonOf } from 'tools-document/operations';
import { checksOf, compareFields, type Field } from 'tools-document/validation';
import { compareResponse, isJson } from '../../../common/compare-response.ts';
import { asCode, type Difference } from '../../../common/difference.ts';
import { BYTE_ORDER_MARK, parseJson } from './parse-json.ts';
import type { RecordedCall } from './recorder.ts';

export interface CallComparison {
  /** Calls without a response from the target. They cannot be compared with the document. */
  readonly unanswered: readonly UnansweredCall[];
  /** Whether any call was compared with the document. */
  readonly isCompared: boolean;
  /** Undocumented header fields that every response has. Usually the infrastructure adds them. */
  readonly commonHeaders: readonly string[];
  readonly differences: readonly Difference[];
}

/** A call without a response from the target. */
export interface UnansweredCall {
  readonly operation: string;
  readonly reason: string;
}

/** Header fields of HTTP, of the network and of Prism. The document of an API does not declare these fields. */
const GENERAL_HEADERS = [
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'sl-violations',
  'transfer-encoding',
];

/** The query parameter that the suite sends although no document declares it. */
export const UNKNOWN_QUERY_PARAMETER = 'not_in_the_document';

/** Header fields of a deprecated operation (RFC 9745, RFC 8594). `deprecated: true` in the document announces them. */
const DEPRECATION_HEADERS = ['deprecation', 'sunset'];

/** The detail of a status or of a body for which the document shows nothing to compare it with. */
const NOT_DOCUMENTED = 'not documented';

/** Compares the responses of calls with the document. */
export function compareWithDocument(document: OpenApiDocument, calls: readonly RecordedCall[]): CallComparison {
  const compared = calls.filter(({ error }) => error === undefined);
  const commonHeaders = findCommonHeaders(compared);
  return {
    unanswered: calls.flatMap((call) =>
      call.error === undefined ? [] : [{ operation: nameOf(call), reason: `no response arrived: ${call.error}` }],
    ),
    isCompared: compared.length > 0,
    commonHeaders,
    differences: [
      ...compared.flatMap((call) => [
        ...responseDifferences(document, call),
        ...callDifferences(call, commonHeaders, compared),
      ]),
      ...absentFields(document, compared),
    ],
  };
}

/** Returns how the responses of an operation violate the document. The texts contain no values. */
export function problemsOf(document: OpenApiDocument, calls: readonly RecordedCall[], operationId: string): string[] {
  const compared = calls.filter((call) => call.operation?.id === operationId && call.error === undefined);
  const problems = compared
    .flatMap((call) => responseDifferences(document, call))
    .filter(({ isOpen, detail }) => !isOpen && detail !== NOT_DOCUMENTED)
    .map(({ response, kind, detail }) => `${response}: ${kind}: ${detail}`);
  return [...new Set(problems)];
}

const nameOf = ({ operation, requestLine }: RecordedCall): string =>
  asCode(operation === undefined ? requestLine : `${operation.method} ${operation.path}`);

const difference = (call: RecordedCall, kind: string, detail: string, isOpen = false): Difference => ({
  operation: nameOf(call),
  response: String(call.status),
  kind,
  detail,
  isOpen,
});

/** Returns the documented response for a call, with the key of that response: a status, a range or `default`. */
function documentedResponse({ operation, status }: RecordedCall) {
  const key = documentedKey(operation?.operation ?? {}, status);
  const { headers = {}, content = {} } = operation?.operation.responses?.[key ?? ''] ?? {};
  return { key, headers, content };
}

/** Returns the media type of a response without its parameters; an empty text without `Content-Type`. */
const mediaTypeOf = ({ headers }: RecordedCall): string =>
  (headers['content-type']?.split(';')[0] ?? '').trim().toLowerCase();

/** Compares the status, the header fields and the content of a response with the document. */
function responseDifferences(document: OpenApiDocument, call: RecordedCall): Difference[] {
  const { operation, status, text, headers, query } = call;
  if (operation === undefined) return [difference(call, 'call', NOT_DOCUMENTED)];
  const mediaType = mediaTypeOf(call);
  const body = text === '' ? undefined : isJson(mediaType) ? parseJson(text) : text;
  const isUnread = text !== '' && body === undefined;
  // A query can select fields, so that the item has no id.
  const isWhole = [...new URLSearchParams(query).keys()].every((name) => name === UNKNOWN_QUERY_PARAMETER);
  const parameters = isWhole ? call.parameters : {};
  const response = { status, mediaType, body, isUnread, headers, parameters };
  const checks = checksOf(document, 'response').get(operation.id);
  const found: Difference[] = checks === undefined ? [] : compareResponse(response, checks);
  if (documentedResponse(call).key === undefined) return found;
  const isNotJson = isUnread && found.every(({ kind }) => kind !== 'body');
  return [...found, ...(isNotJson ? [difference(call, 'body', 'not JSON')] : []), ...textDifferences(call, mediaType)];
}

/** Returns how a response violates the rules of HTTP and JSON that hold for each document. */
function textDifferences(call: RecordedCall, mediaType: string): Difference[] {
  const { text, isUtf8, headers } = call;
  const type = headers['content-type']?.replaceAll(/"([^",]*)[^"]*"/g, '$1') ?? '';
  const charset = /;\s*charset=([^;,\s]*)/i.exec(type)?.[1] ?? 'utf-8';
  // Text can have another charset, and JSON cannot (RFC 8259, section 8.1).
  const isText = mediaType.startsWith('text/');
  const checks: readonly [isFound: boolean, kind: string, detail: string, isOpen?: boolean][] = [
    // `fetch` joins the values of equal header fields with commas.
    [type.includes(','), 'content type', 'several header fields `Content-Type`'],
    [text !== '' && !isJson(mediaType), 'body', 'not compared, because it is not JSON', true],
    [!/^utf-?8$/i.test(charset), 'content type', 'a charset other than UTF-8', !isJson(mediaType)],
    [isJson(mediaType) && text.startsWith(BYTE_ORDER_MARK), 'body', 'a byte order mark before the JSON'],
    [!isUtf8 && (isText || isJson(mediaType)), 'body', 'not UTF-8', isText],
    [isJson(mediaType) && hasEqualNames(text), 'body', 'an object with two fields of the same name'],
  ];
  return checks.flatMap(([isFound, ...details]) => (isFound ? difference(call, ...details) : []));
}

/** Whether an object in a JSON text has two fields of the same name. `JSON.parse` keeps only the last one. */
function hasEqualNames(text: string): boolean {
  const objects: Set<unknown>[] = [];
  // For long strings, an expression with alternatives for `\"` would exceed the stack.
  const unquoted = text.replaceAll(/\\["\\]/g, (one) => (one === '\\"' ? '\\u0022' : '\\u005c'));
  for (const [token, name] of unquoted.matchAll(/[{}]|("[^"]*")(?:\s*:)?/g)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (name !== undefined && token.endsWith(':')) {
      const names = objects.at(-1);
      const decoded = parseJson(name);
      if (names?.has(decoded)) return true;
      names?.add(decoded);
    }
  }
  return false;
}

/** Returns the undocumented header fields that every response has. */
function findCommonHeaders(calls: readonly RecordedCall[]): string[] {
  return [...new Set(calls.flatMap(undeclaredHeaders))]
    .filter((name) => calls.every(({ headers }) => name in headers))
    .sort();
}

function undeclaredHeaders(call: RecordedCall): string[] {
  const declared = Object.keys(documentedResponse(call).headers).map((name) => name.toLowerCase());
  const known = [...GENERAL_HEADERS, ...DEPRECATION_HEADERS, ...declared];
  return Object.keys(call.headers).filter((name) => !known.includes(name));
}

/** Returns the differences that show only together with the request or with other responses. */
function callDifferences(call: RecordedCall, commonHeaders: string[], calls: RecordedCall[]): Difference[] {
  const { operation, headers, query, status } = call;
  if (operation === undefined) return [];
  const undeclared = undeclaredHeaders(call).filter((name) => !commonHeaders.includes(name));
  const deprecations = operation.operation.deprecated ? [] : DEPRECATION_HEADERS.filter((name) => name in headers);
  const hasId = (id: string) => call.text.includes(JSON.stringify(id));
  const isOtherCase = Object.values(call.parameters).some(
    (id) => !hasId(id) && call.text.toLowerCase().includes(JSON.stringify(id).toLowerCase()),
  );
  // If another call has the returned id, that id is correct, and this call has another case.
  const isAsRequested = calls.some(({ parameters }) => Object.values(parameters).some(hasId));
  const isAccepted = status < 300 && new URLSearchParams(query).has(UNKNOWN_QUERY_PARAMETER);
  return [
    ...undeclared.map((name) => difference(call, 'undocumented header fields', asCode(name), true)),
    ...deprecations.map((name) => difference(call, 'undocumented deprecation', asCode(name), true)),
    ...(status < 300 && isOtherCase
      ? [difference(call, 'id', `${isAsRequested ? 'accepted' : 'returned'} in another case`, true)]
      : []),
    ...(isAccepted ? [difference(call, 'unknown query parameter', 'accepted', true)] : []),
  ];
}

/**
 * Compares the fields of a JSON body with the schema of its media type. If the document does not contain this media
 * type, the schema of the documented JSON media type is used.
 */
function fieldsOf(document: OpenApiDocument, call: RecordedCall): Field[] {
  const type = mediaTypeOf(call);
  if (!isJson(type)) return [];
  const { content } = documentedResponse(call);
  const media = content[type] ?? jsonOf(content);
  return media === undefined ? [] : compareFields(document, parseJson(call.text), media.schema ?? {});
}

/** Returns the documented fields that no response has. If such a field is required, it is also a schema violation. */
function absentFields(document: OpenApiDocument, calls: readonly RecordedCall[]): Difference[] {
  const absent = new Map<string, Difference>();
  const present = new Set<string>();
  for (const call of calls) {
    const { key: response = '' } = documentedResponse(call);
    for (const { path, isPresent } of fieldsOf(document, call)) {
      const row = { ...difference(call, 'documented fields never returned', asCode(path), true), response };
      const id = JSON.stringify(row);
      if (isPresent) present.add(id);
      else absent.set(id, row);
    }
  }
  return [...absent].filter(([id]) => !present.has(id)).map(([, row]) => row);
}
