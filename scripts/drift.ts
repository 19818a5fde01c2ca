import { documentedKey, jsonOf, type MediaType } from './document.ts';
import type { Archive, Exchange } from './har.ts';

/** Something that a tenant does and the document does not say. */
interface Drift {
  readonly operation: string;
  readonly answer: string;
  readonly kind: 'call' | 'status' | 'header fields' | 'body' | 'fields';
  readonly name: string;
}

/** Header fields of HTTP itself and of what stands between: no document of an API declares them. */
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
  // The proxy's own.
  'sl-violations',
  'transfer-encoding',
];

type Schema = { properties?: Record<string, Schema>; items?: Schema };

/** What went over the wire and is not in the document, as a Markdown table; a sentence where there is nothing. */
export function driftReport({ exchanges }: Archive): string {
  const names = new Map<string, Set<string>>();
  for (const { operation, answer, kind, name } of exchanges.flatMap(driftsOf)) {
    const row = `| ${operation} | ${answer} | ${kind} |`;
    names.set(row, (names.get(row) ?? new Set()).add(name));
  }
  if (names.size === 0) return 'Nothing went over the wire that the document does not say.';
  // A bar in a name would be the end of its cell.
  const rows = [...names].map(([row, said]) => `${row} ${[...said].sort().join(', ').replaceAll('|', '\\|')} |`).sort();
  return ['| Operation | Answer | What the document does not say | |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function driftsOf({ placed, status, headers, text }: Exchange): Drift[] {
  const answer = String(status);
  if (placed === undefined) return [{ operation: 'none', answer, kind: 'call', name: 'the call itself' }];
  const key = documentedKey(placed.operation, status);
  const response = placed.operation.responses?.[key ?? ''];
  const declared = Object.keys(response?.headers ?? {}).map((name) => name.toLowerCase());
  const drifts = [
    ...statusDrift(key, status),
    ...Object.keys(headers)
      .filter((name) => !GENERAL_HEADERS.includes(name) && !declared.includes(name))
      .map((name) => ({ kind: 'header fields' as const, name: `\`${name}\`` })),
    ...undeclaredFields(text, jsonOf(response?.content)),
  ];
  return drifts.map((drift) => ({ operation: `\`${placed.method} ${placed.path}\``, answer, ...drift }));
}

type NamedDrift = Pick<Drift, 'kind' | 'name'>;

function statusDrift(key: string | undefined, status: number): NamedDrift[] {
  if (key === String(status)) return [];
  return [{ kind: 'status', name: key === undefined ? 'not at all' : `exactly: it has it as \`${key}\`` }];
}

/** Fields of a JSON body that its schema does not have, each by its path. */
function undeclaredFields(text: string, media: MediaType | undefined): NamedDrift[] {
  if (text === '') return [];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [{ kind: 'body', name: 'that it is not JSON' }];
  }
  // Prism sends an empty body as an empty JSON text.
  if (body === '') return [];
  if (media === undefined) return [{ kind: 'body', name: 'that there is one' }];
  return fieldsOutside(body, media.schema ?? {}, '').map((name) => ({ kind: 'fields', name: `\`${name}\`` }));

  function fieldsOutside(value: unknown, { properties = {}, items = {} }: Schema, path: string): string[] {
    if (Array.isArray(value)) return [...new Set(value.flatMap((item) => fieldsOutside(item, items, `${path}[]`)))];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, inner]) => {
      const place = path === '' ? name : `${path}.${name}`;
      const schema = properties[name];
      return schema === undefined ? [place] : fieldsOutside(inner, schema, place);
    });
  }
}
