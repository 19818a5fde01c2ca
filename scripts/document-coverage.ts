// Counts how much of the document the contract suite exercised: `npm run coverage:document -- [archive]`.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Archive, readArchive } from './contract/har.ts';
import {
  documentedKey,
  findApi,
  listOperations,
  type OpenApiDocument,
  projectRoot,
  readDocument,
} from './openapi/document.ts';
import { redocly } from './openapi/redocly.ts';
import { fail } from './process/fail.ts';

/** Number of things of one kind in the document, and those that no call exercised. */
export interface Coverage {
  readonly kind: string;
  readonly total: number;
  readonly missing: readonly string[];
}

/** The members that this script reads from the file that `redocly drift --coverage-output` writes. */
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

/** The kinds that Redocly counts, by the name of their total. */
const COUNTED = { operations: 'operation', parameters: 'parameter', properties: 'property', responses: 'response' };

/**
 * Counts with `redocly drift`.
 *
 * @param root Path of the document, from the project's root.
 * @param reports Folder of the files that Redocly writes.
 * @param run Runs Redocly's command line.
 * @throws Error If Redocly fails or its numbers do not add up.
 */
export async function countWithRedocly(
  root: string,
  { file, baseUrl }: Archive,
  reports: string,
  run = redocly,
): Promise<Coverage[]> {
  const coverage = join(reports, 'document-coverage.json');
  const report = join(reports, 'document-drift.json');
  // The numbers of an earlier run must not be mistaken for those of this run.
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
    // Otherwise nothing would count as missing if a version of Redocly used other names.
    if (total - missing.length !== covered) {
      throw new Error(`redocly drift must count ${name} as version 2.77 does: adapt scripts/document-coverage.ts`);
    }
    return { kind: name, total, missing };
  });
}

/** Counts the header fields of responses, which Redocly does not count: each must have arrived with its status. */
export function countHeaderFields(document: OpenApiDocument, { exchanges }: Archive): Coverage {
  const declared = listOperations(document).flatMap((operation) =>
    Object.entries(operation.operation.responses ?? {}).flatMap(([key, { headers = {} }]) =>
      Object.keys(headers).map((name) => ({ operation, key, name })),
    ),
  );
  const missing = declared.filter(
    ({ operation, key, name }) =>
      !exchanges.some(
        (exchange) =>
          exchange.operation?.id === operation.id &&
          documentedKey(operation.operation, exchange.status) === key &&
          name.toLowerCase() in exchange.headers,
      ),
  );
  return {
    kind: 'response headers',
    total: declared.length,
    missing: missing.map(({ operation, key, name }) => `${operation.method} ${operation.path} ${key} ${name}`),
  };
}

/** Counts the security schemes of each operation, which Redocly does not count: each needs a successful call. */
export function countSecuritySchemes(document: OpenApiDocument, { exchanges }: Archive): Coverage {
  const declared = listOperations(document).flatMap((operation) =>
    (operation.operation.security ?? document.security ?? []).flatMap((requirement) =>
      Object.keys(requirement).map((scheme) => ({ operation, scheme })),
    ),
  );
  const missing = declared.filter(({ operation, scheme }) => {
    const isGrant = document.components?.securitySchemes?.[scheme]?.type === 'oauth2';
    const tokenSource = isGrant ? 'token endpoint' : 'caller';
    return !exchanges.some(
      (exchange) =>
        exchange.operation?.id === operation.id &&
        exchange.tokenSource === tokenSource &&
        String(exchange.status).startsWith('2'),
    );
  });
  return {
    kind: 'security schemes, by operation',
    total: declared.length,
    missing: missing.map(({ operation, scheme }) => `${operation.method} ${operation.path} ${scheme}`),
  };
}

/** The numbers as a Markdown table. */
export function coverageTable(rows: readonly Coverage[]): string {
  const lines = rows.map(({ kind, total, missing }) => {
    const covered = total - missing.length;
    const percent = total === 0 ? 100 : Math.floor((100 * covered) / total);
    return `| ${kind} | ${covered} of ${total} | ${percent} % |`;
  });
  return ['| Of the document | Exercised | |', '| --- | ---: | ---: |', ...lines].join('\n');
}

/** @throws Error If anything is missing; the message lists it. */
export function requireFullCoverage(rows: readonly Coverage[]): void {
  const missing = rows.flatMap((row) => row.missing.map((name) => `${row.kind}: ${name}`));
  if (missing.length > 0) throw new Error(`Not exercised:\n${missing.join('\n')}`);
}

if (import.meta.main) {
  try {
    const { root, file } = await findApi();
    const document = await readDocument(file);
    const reports = join(projectRoot, 'reports');
    const archive = await readArchive(process.argv[2] ?? join(reports, 'contract-sandbox.har'), document);
    const rows = [
      ...(await countWithRedocly(root, archive, reports)),
      countHeaderFields(document, archive),
      countSecuritySchemes(document, archive),
    ];
    console.log(coverageTable(rows));
    requireFullCoverage(rows);
  } catch (error) {
    fail(error);
  }
}
