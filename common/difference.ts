/** A difference between a response and the OpenAPI document, as a row of a report. */
export interface Difference {
  /** Method and path, as Markdown. */
  readonly operation: string;
  /** The status of the response, or the key of the documented response, such as `4XX`. */
  readonly response: string;
  /** `status`, `header field`, `content type`, `body`, `undocumented fields` or `schema violation`. */
  readonly kind: string;
  /** The difference, as Markdown. */
  readonly detail: string;
  /** Whether the document leaves this detail open, such as an undocumented field or the exact status of a `4XX`. */
  readonly isOpen: boolean;
}

/** A difference between a response in production and the OpenAPI document. It contains no value of the response. */
export interface Drift extends Difference {
  readonly operationId: string;
  readonly method: string;
  /** Path template of the operation. */
  readonly path: string;
  readonly status: number;
  /**
   * JSON pointer of the place in the body, for `undocumented fields` and `schema violation`. `{}` stands for the keys
   * of a map, and `[]` for the indexes of an array.
   */
  readonly pointer?: string;
  /** Keyword of JSON Schema that the place violates, for `schema violation`. */
  readonly keyword?: string;
}

/** Formats a text as Markdown code. */
export const asCode = (text: string): string => `\`${text}\``;

/** Puts a text on one line. Control characters become spaces, because a terminal could interpret them. */
export const inLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();

/** Escapes a text for a table cell. */
const inCell = (text: string): string => inLine(text).replaceAll('|', '\\|');

/** Writes differences as a Markdown table with one row for each operation, status and kind. */
export function differenceTable(differences: readonly Difference[]): string {
  const details = new Map<string, Set<string>>();
  for (const { operation, response, kind, detail } of differences) {
    const row = `| ${inCell(operation)} | ${response} | ${kind} |`;
    details.set(row, (details.get(row) ?? new Set()).add(inCell(detail)));
  }
  const rows = [...details].map(([row, texts]) => `${row} ${[...texts].sort().join('; ')} |`).sort();
  if (rows.length === 0) return '';
  return ['| Operation | Response | Difference | Details |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** Writes differences as Markdown, in the format of the report of `npm run verify`, for the owner of the document. */
export function driftReport(differences: readonly Difference[]): string {
  const found = differenceTable(differences.filter(({ isOpen }) => !isOpen));
  return [found || 'No difference was found.', ...openDetails(differences)].join('\n\n');
}

/** Writes a sentence and the table of the differences in details that the document leaves open. */
export function openDetails(differences: readonly Difference[]): string[] {
  const open = differences.filter(({ isOpen }) => isOpen);
  return open.length === 0 ? [] : ['The document leaves these details open:', differenceTable(open)];
}

/** Compares a media type, without parameters, with the documented media types. Returns the detail of a difference. */
export function contentTypeDetail(type: string, documented: readonly string[]): string | undefined {
  if (documented.some((range) => isInRange(type, range))) return undefined;
  return `${type === '' ? 'none' : asCode(type)} instead of ${documented.map(asCode).join(' or ')}`;
}

/** Returns whether a media type is in a documented range such as `application/*`. */
function isInRange(type: string, range: string): boolean {
  const [documented = ''] = range.toLowerCase().split(';');
  const [prefix = '', ...rest] = documented.trim().split('*');
  return rest.length === 0 ? type === prefix : type !== '' && type.startsWith(prefix);
}
