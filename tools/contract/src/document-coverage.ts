// Counts the parts of the document that the calls of a contract run exercised.

import type { OpenApiDocument, Parameter } from 'tools-document/model';
import { documentedKey, isBearer, listOperations, type OperationEntry, uncallable } from 'tools-document/operations';
import { requestFields } from 'tools-document/samples';
import { groupBy } from '../../../common/group-by.ts';
import { parseJson } from './parse-json.ts';
import type { RecordedCall } from './recorder.ts';
import { documentedResponses, gapOf } from './suite/documented-responses.ts';

/** The number of parts of one kind in the document, and the parts that no call exercised. */
export interface Coverage {
  readonly kind: string;
  readonly total: number;
  readonly missing: readonly string[];
  /** The parts that no call can exercise, each with its reason. The total does not contain them. */
  readonly uncounted?: readonly string[];
}

interface CalledOperation {
  readonly entry: OperationEntry;
  readonly calls: readonly RecordedCall[];
}

/** A part of an operation, whether a call exercised it, and why no call can, if this is known. */
type DocumentPart = readonly [name: string, isCovered: boolean, reason?: string | undefined];

/** Counts the parts of every kind, of the operations that the client can call. */
export function measureCoverage(document: OpenApiDocument, calls: readonly RecordedCall[]): Coverage[] {
  const callable = listOperations(document).filter((entry) => uncallable(document, entry) === undefined);
  const operations = callable.map(
    (entry): CalledOperation => ({ entry, calls: calls.filter(({ operation }) => operation?.id === entry.id) }),
  );
  const count = (kind: string, partsOf: (operation: CalledOperation) => readonly DocumentPart[]): Coverage => {
    const parts = operations.flatMap((operation) =>
      partsOf(operation).map(([name, isCovered, reason]) => {
        const { method, path } = operation.entry;
        return { name: `${method} ${path} ${name}`.trim(), isCovered, reason };
      }),
    );
    const missing = parts.filter(({ isCovered, reason }) => !isCovered && reason === undefined).map(({ name }) => name);
    const uncounted = parts.flatMap(({ name, isCovered, reason }) =>
      isCovered || reason === undefined ? [] : `${name}: ${reason}`,
    );
    return { kind, total: parts.length - uncounted.length, missing, ...(uncounted.length > 0 && { uncounted }) };
  };
  return [
    count('operations', (operation) => [['', operation.calls.length > 0]]),
    count('parameters', ({ entry, calls }) =>
      entry.parameters.map((parameter) => [parameter.name, calls.some((call) => hasParameter(call, parameter))]),
    ),
    count('properties of requests', (operation) => fieldParts(document, operation)),
    count('responses', (operation) =>
      Object.keys(operation.entry.operation.responses ?? {}).map((key) => [
        key,
        operation.calls.some((call) => keyOf(call) === key),
        obstacleTo(document, operation, key),
      ]),
    ),
    count('response headers', (operation) => headerParts(document, operation)),
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

const isSuccess = (status: number | string) => String(status).startsWith('2');

/** Returns why the sandbox cannot send a response; `undefined` if it can. */
function obstacleTo(document: OpenApiDocument, { entry, calls }: CalledOperation, key: string): string | undefined {
  const response = documentedResponses(document, entry).find(({ documented }) => documented === key);
  const isOther = isSuccess(key) && calls.some(({ status }) => isSuccess(status));
  return response && (gapOf(response) ?? (isOther ? 'the sandbox sends another success status' : undefined));
}

/** Returns the fields of request bodies. A field is covered if a body contained the field. */
function fieldParts(document: OpenApiDocument, { entry, calls }: CalledOperation): DocumentPart[] {
  const bodies = [...new Set(calls.map(({ sentText }) => sentText))];
  const fields = bodies.flatMap((text) => requestFields(document, entry, parseJson(text)));
  return [...groupBy(fields, ({ path }) => path)].map(([path, group]): DocumentPart => {
    const isCovered = group.some(({ isPresent }) => isPresent);
    const isPossible = isCovered || group.some(({ further }) => further() !== undefined);
    return [
      path,
      isCovered,
      isPossible ? undefined : 'the document does not allow it together with the sent properties',
    ];
  });
}

/**
 * Returns the documented header fields. The document declares a field for one status. The field is covered if a response
 * with this status contained the field.
 */
const headerParts = (document: OpenApiDocument, operation: CalledOperation): DocumentPart[] =>
  Object.entries(operation.entry.operation.responses ?? {}).flatMap(([key, { headers = {} }]) =>
    Object.keys(headers).map(
      (name): DocumentPart => [
        `${key} ${name}`,
        operation.calls.some((call) => keyOf(call) === key && name.toLowerCase() in call.headers),
        obstacleTo(document, operation, key),
      ],
    ),
  );

/** Returns the schemes of an operation with a bearer token. A scheme is covered if a call with this scheme succeeded. */
function schemeParts(document: OpenApiDocument, { entry, calls }: CalledOperation): DocumentPart[] {
  const requirements = entry.operation.security ?? document.security ?? [];
  const schemes = document.components?.securitySchemes ?? {};
  const names = requirements.flatMap(Object.keys).filter((name) => isBearer(schemes[name]));
  const success = documentedResponses(document, entry).find(({ documented }) => isSuccess(documented));
  const gap = success && gapOf(success);
  return names.map((scheme) => {
    const isOAuth = schemes[scheme]?.type === 'oauth2';
    const tokenSource = isOAuth ? 'token endpoint' : 'caller';
    return [scheme, calls.some((call) => call.tokenSource === tokenSource && isSuccess(call.status)), gap];
  });
}

/** Writes the numbers as a Markdown table, and lists the parts that are not counted. */
export function coverageTable(rows: readonly Coverage[]): string {
  const lines = rows.map(({ kind, total, missing }) => {
    const covered = total - missing.length;
    const percent = total === 0 ? 100 : Math.floor((100 * covered) / total);
    return `| ${kind} | ${covered} of ${total} | ${percent} % |`;
  });
  const table = ['| Part of the document | Exercised | Percentage |', '| --- | ---: | ---: |', ...lines];
  const uncounted = rows.flatMap((row) => (row.uncounted ?? []).map((part) => `- ${row.kind}: ${part}`));
  return [...table, ...(uncounted.length > 0 ? ['', 'Not counted:', '', ...uncounted] : [])].join('\n');
}

/**
 * Checks that the contract suite exercised every part of the document.
 *
 * @throws Error If a part was not exercised. The message lists all such parts.
 */
export function requireFullCoverage(rows: readonly Coverage[]): void {
  const missing = rows.flatMap(({ kind, missing: names }) => names.map((name) => `${kind}: ${name}`));
  if (missing.length > 0) throw new Error(`The contract suite did not exercise:\n${missing.join('\n')}`);
}
