import { compareFields, documentedKey, type Field, jsonOf, type OpenApiDocument } from 'tenant-management-document';
import { failureReason } from './failure-reason.ts';
import type { Archive, RecordedCall } from './har.ts';
import { parseJson } from './parse-json.ts';

/** The result of comparing the calls of an archive with the document. */
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

/** A difference between a response and the document. */
export interface Difference {
  /** Method and path, as Markdown. */
  readonly operation: string;
  /** The status of the response, or the key of the documented response, such as `4XX`. */
  readonly response: string;
  readonly kind: string;
  readonly detail: string;
  /** Whether the document leaves this detail open, such as the exact status of a response that is documented as `4XX`. */
  readonly isOpen: boolean;
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

/** Header fields of a deprecated operation (RFC 9745, RFC 8594). `deprecated: true` in the document announces them. */
const DEPRECATION_HEADERS = ['deprecation', 'sunset'];

/** Status codes of responses that never have a body. */
const WITHOUT_BODY = [204, 205, 304];

const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType);

/** Compares the responses in an archive with the document. */
export function compareWithDocument(document: OpenApiDocument, { calls }: Archive): Drift {
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

/** Formats a text as Markdown code. */
export const asCode = (text: string): string => `\`${text}\``;

const nameOf = ({ operation, requestLine }: RecordedCall): string =>
  asCode(operation === undefined ? requestLine : `${operation.method} ${operation.path}`);

/** Returns the undocumented header fields that every response has. */
function findCommonHeaders(calls: readonly RecordedCall[]): string[] {
  return [...new Set(calls.flatMap(undeclaredHeaders))]
    .filter((name) => calls.every(({ headers }) => name in headers))
    .sort();
}

/** Returns the documented response for a call, with the key of that response: a status, a range or `default`. */
function documentedResponse({ operation, status }: RecordedCall) {
  const key = documentedKey(operation?.operation ?? {}, status);
  const { headers = {}, content = {} } = operation?.operation.responses?.[key ?? ''] ?? {};
  return { key, headers, content };
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
  return DEPRECATION_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [{ kind: 'undocumented deprecation', detail: asCode(`${name}: ${value}`) }];
  });
}

function bodyDifferences(document: OpenApiDocument, call: RecordedCall): KindAndDetail[] {
  const { text, status } = call;
  const documented = Object.keys(documentedResponse(call).content);
  if (text === '') {
    const lacksBody = documented.length > 0 && !WITHOUT_BODY.includes(status);
    return lacksBody ? [{ kind: 'body', detail: 'empty' }] : [];
  }
  if (documented.length === 0) return [{ kind: 'body', detail: 'not documented' }];
  const type = mediaTypeOf(call);
  const differences: KindAndDetail[] = [];
  if (!documented.some((range) => isInRange(type, range))) {
    const received = type === '' ? 'none' : asCode(type);
    differences.push({ kind: 'content type', detail: `${received} instead of ${documented.map(asCode).join(' or ')}` });
  }
  if (isJson(type) && parseJson(text) === undefined) differences.push({ kind: 'body', detail: 'not JSON' });
  const undocumented = fieldsOf(document, call).filter(({ state }) => state === 'undocumented');
  return [
    ...differences,
    ...undocumented.map(({ path, isOpen = false }) => ({ kind: 'undocumented fields', detail: asCode(path), isOpen })),
  ];
}

const mediaTypeOf = ({ headers }: RecordedCall): string =>
  (headers['content-type']?.split(';')[0] ?? '').trim().toLowerCase();

/** Returns whether a media type is in a documented range such as `application/*`. */
function isInRange(type: string, range: string): boolean {
  const [documented = ''] = range.toLowerCase().split(';');
  const [prefix = '', ...rest] = documented.trim().split('*');
  return rest.length === 0 ? type === prefix : type !== '' && type.startsWith(prefix);
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
        isOpen: false,
      };
      const id = JSON.stringify(difference);
      states.set(id, { difference, isPresent: state === 'present' || (states.get(id)?.isPresent ?? false) });
    }
  }
  return [...states.values()].filter(({ isPresent }) => !isPresent).map(({ difference }) => difference);
}

/**
 * Returns the violations that Prism reports. A violation without a code is about the status or the content type.
 *
 * @param isReported Whether the differences already include the status or the content type.
 */
function violations({ headers }: RecordedCall, isReported: boolean): KindAndDetail[] {
  const text = headers['sl-violations'];
  if (text === undefined) return [];
  const kind = 'schema violation';
  const list = parseJson(text);
  // If the list is too long for a header field, Prism sends only its start, which is not valid JSON.
  if (!Array.isArray(list)) return [{ kind, detail: 'too many violations for one header field' }];
  return list
    .filter(({ code }) => code !== undefined || !isReported)
    .map(({ message }) => ({ kind, detail: String(message) }));
}
