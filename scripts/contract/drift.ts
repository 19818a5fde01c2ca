import { documentedKey, jsonOf } from '../openapi/document.ts';
import { compareFields, type Field } from '../openapi/schema-fields.ts';
import type { Archive, RecordedCall } from './har.ts';

/** A difference between responses and the document: one row of the table, with its details. */
interface Difference {
  readonly operation: string;
  /** A status, or the key of a documented response. */
  readonly response: string;
  readonly kind: string;
  readonly detail: string;
}

/** Header fields of HTTP itself, of the network and of Prism: no document of an API declares them. */
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

/** Status codes of responses that never have a body. */
const WITHOUT_BODY = [204, 205, 304];

const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType);

/** The differences between a target and the document, as Markdown: a table, and sentences around it. */
export function driftReport({ exchanges }: Archive): string {
  const failures = exchanges.map((exchange) => ({ exchange, reason: failureOf(exchange) }));
  const compared = failures.filter(({ reason }) => reason === undefined).map(({ exchange }) => exchange);
  const common = commonHeaders(compared);
  const differences = [...compared.flatMap((exchange) => differencesOf(exchange, common)), ...absentFields(compared)];
  const paragraphs = [
    failureList(failures),
    common.length === 0
      ? ''
      : `Every response has header fields that the document does not declare for it: ${common.map(asCode).join(', ')}.`,
    differenceTable(differences),
  ].filter((paragraph) => paragraph !== '');
  if (compared.length === 0) paragraphs.push('No response was compared with the document.');
  else if (differences.length === 0 && common.length === 0) paragraphs.push('No difference was found.');
  return paragraphs.join('\n\n');
}

const asCode = (text: string): string => `\`${text}\``;

/** A text of the tenant in one line, without control characters, which a terminal would obey. */
const inLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();

/** A text that cannot break out of its table cell. */
const inCell = (text: string): string => inLine(text).replaceAll('|', '\\|');

const nameOf = ({ operation, call }: RecordedCall): string =>
  asCode(operation === undefined ? call : `${operation.method} ${operation.path}`);

function differenceTable(differences: readonly Difference[]): string {
  const details = new Map<string, Set<string>>();
  for (const { operation, response, kind, detail } of differences) {
    const row = `| ${inCell(operation)} | ${response} | ${kind} |`;
    details.set(row, (details.get(row) ?? new Set()).add(inCell(detail)));
  }
  const rows = [...details].map(([row, texts]) => `${row} ${[...texts].sort().join('; ')} |`).sort();
  if (rows.length === 0) return '';
  return ['| Operation | Response | Difference | Details |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** Calls without a response of the target say nothing about the target, and are not differences. */
function failureList(failures: readonly { exchange: RecordedCall; reason: string | undefined }[]): string {
  const counts = new Map<string, number>();
  for (const { exchange, reason } of failures) {
    if (reason === undefined) continue;
    const line = inLine(`${nameOf(exchange)}: ${reason}`);
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  if (counts.size === 0) return '';
  const lines = [...counts].map(([line, count]) => `- ${line} (${count} ${count === 1 ? 'call' : 'calls'})`).sort();
  return ['Not compared with the document:', '', ...lines].join('\n');
}

/** The reason if the target's response is missing; Prism reports its own failures as a problem document. */
function failureOf({ headers, text, error }: RecordedCall): string | undefined {
  if (error !== undefined) return `no response arrived: ${error}`;
  // Prism validates only the responses that it relays, so a validated response is not a failure of Prism.
  if (headers['content-type'] !== 'application/problem+json' || 'sl-violations' in headers) return undefined;
  const problem = parseJson(text);
  if (typeof problem !== 'object' || problem === null || !('type' in problem && 'title' in problem)) return undefined;
  const { type, title } = problem;
  // For its own failures, Prism sends the name of the error that it caught, or a URL.
  if (!/^(\w*Error$|https:\/\/stoplight\.io\/prism\/errors)/.test(String(type))) return undefined;
  const reason = String(title).replace(/^.*?https?:\/\/\S+ (failed, )?(reason: )?/s, '');
  return String(title).startsWith('request to ')
    ? `the tenant could not be reached: ${reason}`
    : `Prism could not relay this response: ${reason}`;
}

/** Undocumented header fields that every response has, usually of the infrastructure. */
function commonHeaders(exchanges: readonly RecordedCall[]): string[] {
  return [...new Set(exchanges.flatMap(undeclaredHeaders))]
    .filter((name) => exchanges.every(({ headers }) => name in headers))
    .sort();
}

/** The response that the document has for an exchange, with its key: a status, a range or `default`. */
function documentedResponse({ operation, status }: RecordedCall) {
  const key = documentedKey(operation?.operation ?? {}, status);
  const { headers = {}, content = {} } = operation?.operation.responses?.[key ?? ''] ?? {};
  return { key, headers, content };
}

function undeclaredHeaders(exchange: RecordedCall): string[] {
  const declared = Object.keys(documentedResponse(exchange).headers).map((name) => name.toLowerCase());
  return Object.keys(exchange.headers).filter((name) => !GENERAL_HEADERS.includes(name) && !declared.includes(name));
}

function differencesOf(exchange: RecordedCall, commonHeaders: readonly string[]): Difference[] {
  const { operation, status } = exchange;
  const differences: KindAndDetail[] = [];
  if (operation === undefined) differences.push({ kind: 'call', detail: 'not documented' });
  else {
    const { key } = documentedResponse(exchange);
    const body = key === undefined ? [] : bodyDifferences(exchange);
    const headers = undeclaredHeaders(exchange).filter((name) => !commonHeaders.includes(name));
    differences.push(
      ...statusDifference(key, status),
      ...body,
      ...headers.map((name) => ({ kind: 'undocumented header fields', detail: asCode(name) })),
      ...violations(exchange, key === undefined || body.length > 0),
    );
  }
  return differences.map((difference) => ({ operation: nameOf(exchange), response: String(status), ...difference }));
}

type KindAndDetail = Pick<Difference, 'kind' | 'detail'>;

function statusDifference(key: string | undefined, status: number): KindAndDetail[] {
  if (key === String(status)) return [];
  return [{ kind: 'status', detail: key === undefined ? 'not documented' : `documented only as ${asCode(key)}` }];
}

function bodyDifferences(exchange: RecordedCall): KindAndDetail[] {
  const { text, status } = exchange;
  const documented = Object.keys(documentedResponse(exchange).content);
  if (text === '') {
    const lacksBody = documented.length > 0 && !WITHOUT_BODY.includes(status);
    return lacksBody ? [{ kind: 'body', detail: 'empty' }] : [];
  }
  if (documented.length === 0) return [{ kind: 'body', detail: 'not documented' }];
  const type = mediaTypeOf(exchange);
  const differences: KindAndDetail[] = [];
  if (!documented.some((range) => isInRange(type, range))) {
    const received = type === '' ? 'none' : asCode(type);
    differences.push({ kind: 'content type', detail: `${received} instead of ${documented.map(asCode).join(' or ')}` });
  }
  if (isJson(type) && parseJson(text) === undefined) differences.push({ kind: 'body', detail: 'not JSON' });
  const undocumented = fieldsOf(exchange).filter(({ state }) => state === 'undocumented');
  return [...differences, ...undocumented.map(({ path }) => ({ kind: 'undocumented fields', detail: asCode(path) }))];
}

const mediaTypeOf = ({ headers }: RecordedCall): string =>
  (headers['content-type']?.split(';')[0] ?? '').trim().toLowerCase();

/** Whether a media type is in a documented range such as `application/*`. */
function isInRange(type: string, range: string): boolean {
  const [documented = ''] = range.toLowerCase().split(';');
  const [prefix = '', ...rest] = documented.trim().split('*');
  return rest.length === 0 ? type === prefix : type !== '' && type.startsWith(prefix);
}

/** The fields of a JSON body and of its schema. An undocumented JSON media type uses the schema of the documented one. */
function fieldsOf(exchange: RecordedCall): Field[] {
  const type = mediaTypeOf(exchange);
  if (!isJson(type)) return [];
  const { content } = documentedResponse(exchange);
  const media = content[type] ?? jsonOf(content);
  return media === undefined ? [] : compareFields(parseJson(exchange.text), media.schema ?? {});
}

/** Documented fields that no response has. */
function absentFields(exchanges: readonly RecordedCall[]): Difference[] {
  const states = new Map<string, { difference: Difference; isPresent: boolean }>();
  for (const exchange of exchanges) {
    const { key: response = '' } = documentedResponse(exchange);
    for (const { path, state } of fieldsOf(exchange)) {
      if (state === 'undocumented') continue;
      const difference = {
        operation: nameOf(exchange),
        response,
        kind: 'documented fields never returned',
        detail: asCode(path),
      };
      const id = JSON.stringify(difference);
      states.set(id, { difference, isPresent: state === 'present' || (states.get(id)?.isPresent ?? false) });
    }
  }
  return [...states.values()].filter(({ isPresent }) => !isPresent).map(({ difference }) => difference);
}

/** The violations that Prism found; a violation without a code concerns the status or the content type. */
function violations({ headers }: RecordedCall, isReported: boolean): KindAndDetail[] {
  const text = headers['sl-violations'];
  if (text === undefined) return [];
  const kind = 'schema violation';
  const list = parseJson(text);
  // Prism cuts off a long list.
  if (!Array.isArray(list)) return [{ kind, detail: 'too many violations for one header field' }];
  return list
    .filter(({ code }) => code !== undefined || !isReported)
    .map(({ message }) => ({ kind, detail: String(message) }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
