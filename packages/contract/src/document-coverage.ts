// Counts the parts of the document that the calls in an HTTP archive exercised. Redocly counts most parts. This module
// also counts the header fields and the security schemes.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Api, documentedKey, listOperations, type OpenApiDocument } from 'tenant-management-document';
import type { Archive } from './har.ts';

/** The number of parts of one kind in the document, and the parts that no call exercised. */
export interface Coverage {
  readonly kind: string;
  readonly total: number;
  readonly missing: readonly string[];
}

/** The members that this module reads from the file that `redocly drift --coverage-output` writes. */
interface RedoclyCoverage {
  readonly totals: Readonly<Record<string, { readonly covered: number; readonly total: number }>>;
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly missing: readonly Missing[];
  }[];
}
interface Missing {
  readonly kind: string;
  readonly name?: string;
  readonly status?: string;
  readonly path?: string;
}

/** Runs Redocly's command line, and resolves with its exit status. */
type Redocly = (...args: string[]) => Promise<number>;

/** Counts the parts of every kind: see {@link countWithRedocly} for the parameters. */
export const measureCoverage = async (
  { root }: Pick<Api, 'root'>,
  document: OpenApiDocument,
  archive: Archive,
  reports: string,
  run: Redocly,
): Promise<Coverage[]> => [
  ...(await countWithRedocly(root, archive, reports, run)),
  countHeaderFields(document, archive),
  countSecuritySchemes(document, archive),
];

/** The names that Redocly uses for each kind of part: keys occur in `totals`, values in the lists of missing parts. */
const COUNTED = { operations: 'operation', parameters: 'parameter', properties: 'property', responses: 'response' };

/**
 * Counts operations, parameters, properties and responses with `redocly drift`.
 *
 * @param root Path of the document, from the project's root.
 * @param reports Folder for the files that Redocly writes.
 * @throws Error If Redocly fails or its numbers do not add up.
 */
export async function countWithRedocly(
  root: string,
  { file, baseUrl }: Archive,
  reports: string,
  run: Redocly,
): Promise<Coverage[]> {
  const coverage = join(reports, 'document-coverage.json');
  const report = join(reports, 'document-drift.json');
  // Remove the file of an earlier run, so that it is not read as the result of this run.
  await rm(coverage, { force: true });
  const output = ['--coverage-output', coverage, '--format', 'json', '--output', report];
  const status = await run('drift', file, '--api', root, '--server', baseUrl, ...output);
  if (status !== 0) throw new Error(`redocly drift failed: see its output above and ${report}`);
  const { totals, operations }: RedoclyCoverage = JSON.parse(await readFile(coverage, 'utf8'));
  return Object.entries(COUNTED).map(([name, kind]) => {
    const missing = operations.flatMap(({ method, path, missing }) =>
      missing
        .filter((item) => item.kind === kind)
        .map((item) => [method, path, item.status, item.name ?? item.path].filter(Boolean).join(' ')),
    );
    const { total = 0, covered } = totals[name] ?? {};
    // Another version of Redocly can use other names. Without this check, no part would then count as missing.
    if (total - missing.length !== covered) {
      throw new Error(
        `redocly drift must count ${name} as version 2.77 does: adapt packages/contract/src/document-coverage.ts`,
      );
    }
    return { kind: name, total, missing };
  });
}

/**
 * Counts the documented header fields, which Redocly does not count. The document declares a field for one status. The
 * field is covered if a response with this status contained the field.
 */
export function countHeaderFields(document: OpenApiDocument, { calls }: Archive): Coverage {
  const declared = listOperations(document).flatMap((operation) =>
    Object.entries(operation.operation.responses ?? {}).flatMap(([key, { headers = {} }]) =>
      Object.keys(headers).map((name) => ({ operation, key, name })),
    ),
  );
  const missing = declared.filter(
    ({ operation, key, name }) =>
      !calls.some(
        (call) =>
          call.operation?.id === operation.id &&
          documentedKey(operation.operation, call.status) === key &&
          name.toLowerCase() in call.headers,
      ),
  );
  return {
    kind: 'response headers',
    total: declared.length,
    missing: missing.map(({ operation, key, name }) => `${operation.method} ${operation.path} ${key} ${name}`),
  };
}

/**
 * Counts the security schemes of each operation, which Redocly does not count. A scheme is covered if a call with this
 * scheme succeeded.
 */
export function countSecuritySchemes(document: OpenApiDocument, { calls }: Archive): Coverage {
  const declared = listOperations(document).flatMap((operation) =>
    (operation.operation.security ?? document.security ?? []).flatMap((requirement) =>
      Object.keys(requirement).map((scheme) => ({ operation, scheme })),
    ),
  );
  const missing = declared.filter(({ operation, scheme }) => {
    const isOAuth = document.components?.securitySchemes?.[scheme]?.type === 'oauth2';
    const tokenSource = isOAuth ? 'token endpoint' : 'caller';
    return !calls.some(
      (call) =>
        call.operation?.id === operation.id && call.tokenSource === tokenSource && String(call.status).startsWith('2'),
    );
  });
  return {
    kind: 'security schemes, by operation',
    total: declared.length,
    missing: missing.map(({ operation, scheme }) => `${operation.method} ${operation.path} ${scheme}`),
  };
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
 * Checks that the contract suite exercised every part of the document.
 *
 * @throws Error If a part was not exercised. The message lists all such parts.
 */
export function requireFullCoverage(rows: readonly Coverage[]): void {
  const missing = rows.flatMap((row) => row.missing.map((name) => `${row.kind}: ${name}`));
  if (missing.length > 0) throw new Error(`The contract suite did not exercise:\n${missing.join('\n')}`);
}
