import { compareFields, type Field, jsonOf, type OpenApiDocument } from 'tenant-management-document';
import { asCode, type Difference } from '../../../src/drift/difference.ts';
import { failureReason } from './failure-reason.ts';
import { parseJson } from './parse-json.ts';
import type { RecordedCall } from './recorder.ts';
import { contentDifferences, documentedResponse, isJson, mediaTypeOf } from './response-content.ts';

/** The result of comparing calls with the document. */
export interface Drift {
  /** Calls without a response from the target. They cannot be compared with the document. */
  readonly failures: readonly Failure[];
  /** Whether any call was compared with the document. */
  readonly isCompared: boolean;
  /** Undocumented header fields that every response has. Usually the infrastructure adds them. */
  readonly commonHeaders: readonly string[];
  readonly differences: readonly Difference[];
}

/** A call without a response from the target. */
export interface Failure {
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

/** Compares the responses of calls with the document. */
export function compareWithDocument(document: OpenApiDocument, calls: readonly RecordedCall[]): Drift {
  const outcomes = calls.map((call) => ({ call, reason: failureReason(call) }));
  const compared = outcomes.filter(({ reason }) => reason === undefined).map(({ call }) => call);
  const commonHeaders = findCommonHeaders(compared);
  return {
    failures: outcomes.flatMap(({ call, reason }) =>
      reason === undefined ? [] : [{ operation: nameOf(call), reason }],
    ),
    isCompared: compared.length > 0,
    commonHeaders,
    differences: [
      ...compared.flatMap((call) => differencesOf(document, call, commonHeaders)),
      ...absentFields(document, compared),
    ],
  };
}

const nameOf = ({ operation, requestLine }: RecordedCall): string =>
  asCode(operation === undefined ? requestLine : `${operation.method} ${operation.path}`);

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

function differencesOf(document: OpenApiDocument, call: RecordedCall, commonHeaders: readonly string[]): Difference[] {
  const { operation, status } = call;
  const differences: KindAndDetail[] = [];
  if (operation === undefined) differences.push({ kind: 'call', detail: 'not documented' });
  else {
    const { key } = documentedResponse(call);
    const body = key === undefined ? [] : bodyDifferences(document, call);
    const headers = undeclaredHeaders(call).filter((name) => !commonHeaders.includes(name));
    differences.push(
      ...statusDifference(key, status),
      ...body,
      ...headers.map((name) => ({ kind: 'undocumented header fields', detail: asCode(name), isOpen: true })),
      ...deprecationDifferences(call),
      ...queryDifferences(call),
      ...violations(call, key === undefined || body.length > 0),
    );
  }
  return differences.map((difference) => ({
    operation: nameOf(call),
    response: String(status),
    isOpen: false,
    ...difference,
  }));
}

type KindAndDetail = Pick<Difference, 'kind' | 'detail'> & Partial<Pick<Difference, 'isOpen'>>;

function statusDifference(key: string | undefined, status: number): KindAndDetail[] {
  if (key === String(status)) return [];
  if (key === undefined) return [{ kind: 'status', detail: 'not documented' }];
  return [{ kind: 'status', detail: `documented only as ${asCode(key)}`, isOpen: true }];
}

/** Returns the deprecation header fields of a response. If the document declares the deprecation, the list is empty. */
function deprecationDifferences({ operation, headers }: RecordedCall): KindAndDetail[] {
  if (operation?.operation.deprecated) return [];
  return DEPRECATION_HEADERS.filter((name) => name in headers).map((name) => ({
    kind: 'undocumented deprecation',
    detail: asCode(name),
  }));
}

/** Returns a row if the target accepted the query parameter that the document does not have. */
function queryDifferences({ query, status }: RecordedCall): KindAndDetail[] {
  const isAccepted = status < 300 && new URLSearchParams(query).has(UNKNOWN_QUERY_PARAMETER);
  return isAccepted ? [{ kind: 'unknown query parameter', detail: 'accepted', isOpen: true }] : [];
}

function bodyDifferences(document: OpenApiDocument, call: RecordedCall): KindAndDetail[] {
  const undocumented = fieldsOf(document, call).filter(({ state }) => state === 'undocumented');
  return [
    ...contentDifferences(call),
    // If a schema forbids other fields, an undocumented field is also a schema violation.
    ...undocumented.map(({ path }) => ({ kind: 'undocumented fields', detail: asCode(path), isOpen: true })),
  ];
}

/**
 * Compares the fields of a JSON body with the schema of its media type. If the document does not contain this media
 * type, the schema of the documented JSON media type is used.
 */
export function fieldsOf(document: OpenApiDocument, call: RecordedCall): Field[] {
  const type = mediaTypeOf(call);
  if (!isJson(type)) return [];
  const { content } = documentedResponse(call);
  const media = content[type] ?? jsonOf(content);
  return media === undefined ? [] : compareFields(document, parseJson(call.text), media.schema ?? {});
}

/** Returns the documented fields that no response has. */
function absentFields(document: OpenApiDocument, calls: readonly RecordedCall[]): Difference[] {
  const states = new Map<string, { difference: Difference; isPresent: boolean }>();
  for (const call of calls) {
    const { key: response = '' } = documentedResponse(call);
    for (const { path, state } of fieldsOf(document, call)) {
      if (state === 'undocumented') continue;
      const difference = {
        operation: nameOf(call),
        response,
        kind: 'documented fields never returned',
        detail: asCode(path),
        // If the field is required, its absence is also a schema violation.
        isOpen: true,
      };
      const id = JSON.stringify(difference);
      states.set(id, { difference, isPresent: state === 'present' || (states.get(id)?.isPresent ?? false) });
    }
  }
  return [...states.values()].filter(({ isPresent }) => !isPresent).map(({ difference }) => difference);
}

/** The code of a violation by a request without a valid token. This violation has no location. */
const WITHOUT_TOKEN = 401;

/** A violation that Prism reports. */
interface Violation {
  readonly location?: readonly string[];
  readonly code?: string | number;
  readonly message: string;
}

const isOfRequest = ({ location = [], code }: Violation): boolean =>
  location[0] === 'request' || code === WITHOUT_TOKEN;

/**
 * Returns the violations that Prism reports, except those of the request: the suite sends some invalid requests. A
 * violation without a code is about the status or the content type.
 *
 * @param isReported Whether the differences already include the status or the content type.
 */
function violations({ headers }: RecordedCall, isReported: boolean): KindAndDetail[] {
  const text = headers['sl-violations'];
  if (text === undefined) return [];
  const kind = 'schema violation';
  const list = parseJson(text) as Violation[] | undefined;
  // If the list is too long for a header field, Prism sends only its start, which is not valid JSON.
  if (!Array.isArray(list)) return [{ kind, detail: 'too many violations for one header field' }];
  return list
    .filter((violation) => !isOfRequest(violation) && (violation.code !== undefined || !isReported))
    .map(({ message }) => ({ kind, detail: String(message) }));
}
