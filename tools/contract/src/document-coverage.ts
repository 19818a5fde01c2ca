// Counts the parts of the document that the calls of a contract run exercised.
import {
  compareFields,
  documentedKey,
  isBearer,
  jsonOf,
  listOperations,
  type OpenApiDocument,
  type OperationEntry,
  type Parameter,
  uncallable,
} from 'tools-document';
import { fieldsOf } from './compare-calls.ts';
import { parseJson } from './parse-json.ts';
import type { RecordedCall } from './recorder.ts';

/** The number of parts of one kind in the document, and the parts that no call exercised. */
export interface Coverage {
  readonly kind: string;
  readonly total: number;
  readonly missing: readonly string[];
}

/** An operation with its calls. */
interface CalledOperation {
  readonly entry: OperationEntry;
  readonly calls: readonly RecordedCall[];
}

/** A part of an operation, and whether a call exercised it. */
type Part = readonly [name: string, isCovered: boolean];

const FIELDS = 'properties';

/** Counts the parts of every kind, of the operations that the client can call. */
export function measureCoverage(document: OpenApiDocument, calls: readonly RecordedCall[]): Coverage[] {
  const callable = listOperations(document).filter((entry) => uncallable(document, entry) === undefined);
  const operations = callable.map(
    (entry): CalledOperation => ({ entry, calls: calls.filter(({ operation }) => operation?.id === entry.id) }),
  );
  const count = (kind: string, partsOf: (operation: CalledOperation) => readonly Part[]): Coverage => {
    const parts = operations.flatMap((operation) =>
      partsOf(operation).map(([name, isCovered]) => {
        const { method, path } = operation.entry;
        return { name: `${method} ${path} ${name}`.trim(), isCovered };
      }),
    );
    return { kind, total: parts.length, missing: parts.filter((part) => !part.isCovered).map(({ name }) => name) };
  };
  return [
    count('operations', (operation) => [['', operation.calls.length > 0]]),
    count('parameters', ({ entry, calls }) =>
      entry.parameters.map((parameter) => [parameter.name, calls.some((call) => hasParameter(call, parameter))]),
    ),
    count(FIELDS, (operation) => fieldParts(document, operation)),
    count('responses', ({ entry, calls }) =>
      Object.keys(entry.operation.responses ?? {}).map((key) => [key, calls.some((call) => keyOf(call) === key)]),
    ),
    count('response headers', headerParts),
    count('security schemes, by operation', (operation) => schemeParts(document, operation)),
  ];
}

const keyOf = ({ operation, status }: RecordedCall) => documentedKey(operation?.operation ?? {}, status);

/** Returns whether a call has a parameter. The names of the fields of an object start with the name of the parameter. */
function hasParameter({ query, sentHeaders }: RecordedCall, { in: place, name }: Parameter): boolean {
  if (place === 'path') return true;
  if (place === 'header') return sentHeaders.includes(name.toLowerCase());
  return [...new URLSearchParams(query).keys()].some((key) => key === name || key.startsWith(`${name}[`));
}

/** Returns the fields of request bodies and responses. A field is covered if a body contained the field. */
function fieldParts(document: OpenApiDocument, { entry, calls }: CalledOperation): Part[] {
  const isCovered = new Map<string, boolean>();
  const { schema } = jsonOf(entry.operation.requestBody?.content) ?? {};
  for (const call of calls) {
    const sent = schema === undefined ? [] : compareFields(document, parseJson(call.sentText), schema, 'request');
    for (const { place, path, isPresent } of [
      ...sent.map((field) => ({ place: 'request', ...field })),
      ...fieldsOf(document, call).map((field) => ({ place: keyOf(call), ...field })),
    ]) {
      const name = `${place} ${path}`;
      isCovered.set(name, isPresent || isCovered.get(name) === true);
    }
  }
  return [...isCovered];
}

/**
 * Returns the documented header fields. The document declares a field for one status. The field is covered if a response
 * with this status contained the field.
 */
const headerParts = ({ entry, calls }: CalledOperation): Part[] =>
  Object.entries(entry.operation.responses ?? {}).flatMap(([key, { headers = {} }]) =>
    Object.keys(headers).map(
      (name): Part => [
        `${key} ${name}`,
        calls.some((call) => keyOf(call) === key && name.toLowerCase() in call.headers),
      ],
    ),
  );

/** Returns the schemes of an operation with a bearer token. A scheme is covered if a call with this scheme succeeded. */
function schemeParts(document: OpenApiDocument, { entry, calls }: CalledOperation): Part[] {
  const requirements = entry.operation.security ?? document.security ?? [];
  const schemes = document.components?.securitySchemes ?? {};
  const names = requirements.flatMap(Object.keys).filter((name) => isBearer(schemes[name]));
  return names.map((scheme) => {
    const isOAuth = schemes[scheme]?.type === 'oauth2';
    const tokenSource = isOAuth ? 'token endpoint' : 'caller';
    return [scheme, calls.some((call) => call.tokenSource === tokenSource && String(call.status).startsWith('2'))];
  });
}

/** Writes the numbers as a Markdown table. */
export function coverageTable(rows: readonly Coverage[]): string {
  const lines = rows.map(({ kind, total, missing }) => {
    const covered = total - missing.length;
    const percent = total === 0 ? 100 : Math.floor((100 * covered) / total);
    return `| ${kind} | ${covered} of ${total} | ${percent} % |`;
  });
  return ['| Part of the document | Exercised | Percentage |', '| --- | ---: | ---: |', ...lines].join('\n');
}

/**
 * Checks that the contract suite exercised every part of the document, except fields of responses: a response can omit a
 * field that is not required.
 *
 * @throws Error If a part was not exercised. The message lists all such parts.
 */
export function requireFullCoverage(rows: readonly Coverage[]): void {
  const isNeeded = (kind: string, name: string) => kind !== FIELDS || name.includes(' request ');
  const missing = rows.flatMap(({ kind, missing: names }) =>
    names.filter((name) => isNeeded(kind, name)).map((name) => `${kind}: ${name}`),
  );
  if (missing.length > 0) throw new Error(`The contract suite did not exercise:\n${missing.join('\n')}`);
}
