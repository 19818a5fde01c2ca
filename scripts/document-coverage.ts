// How much of the document the contract suite exercised, by what went over the wire: `npm run coverage:document`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentedKey, findApi, listOperations, type OpenApiDocument, projectRoot, readDocument } from './document.ts';
import { fail } from './fail.ts';
import { type Archive, readArchive } from './har.ts';
import { redocly } from './redocly.ts';

/** How many things of one kind there are, and those that no exchange had. */
interface Row {
  readonly kind: string;
  readonly total: number;
  readonly missing: readonly string[];
}

/** What `redocly drift --coverage-output` writes, as far as it is read here. */
interface DriftCoverage {
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

try {
  const { root, file } = await findApi();
  const document = await readDocument(file);
  const archive = await readArchive(process.argv[2] ?? join(projectRoot, 'reports/contract-sandbox.har'), document);
  const rows = [...(await countedByRedocly(root, archive)), headerRow(document, archive), schemeRow(document, archive)];
  console.log('| Of the document | Exercised | |\n| --- | ---: | ---: |');
  for (const { kind, total, missing } of rows) {
    const covered = total - missing.length;
    console.log(`| ${kind} | ${covered} of ${total} | ${Math.floor((100 * covered) / total)} % |`);
  }
  const missing = rows.flatMap((row) => row.missing.map((name) => `${row.kind}: ${name}`));
  if (missing.length > 0) throw new Error(`Not exercised:\n${missing.join('\n')}`);
} catch (error) {
  fail(error);
}

async function countedByRedocly(root: string, { file, baseUrl }: Archive): Promise<Row[]> {
  const [coverage, report] = ['document-coverage', 'document-drift'].map((name) =>
    join(projectRoot, `reports/${name}.json`),
  );
  const output = ['--coverage-output', String(coverage), '--format', 'json', '--output', String(report)];
  const status = await redocly('drift', file, '--api', root, '--server', baseUrl, ...output);
  if (status !== 0) throw new Error(`redocly drift found what breaks the document: see ${report}`);
  const { totals, operations }: DriftCoverage = JSON.parse(await readFile(String(coverage), 'utf8'));
  return Object.entries(COUNTED).map(([name, kind]) => {
    const missing = operations.flatMap(({ method, path, missing }) =>
      missing
        .filter((item) => item.kind === kind)
        .map((item) => [method, path, item.status, item.name ?? item.path].filter(Boolean).join(' ')),
    );
    const { total = 0, covered } = totals[name] ?? {};
    // Its words may change with its version; then nothing would be missing.
    if (total - missing.length !== covered)
      throw new Error(`redocly drift counts ${name} in a way that is not known here`);
    return { kind: name, total, missing };
  });
}

/** Header fields of responses, which Redocly does not count. */
function headerRow(document: OpenApiDocument, { exchanges }: Archive): Row {
  const declared = listOperations(document).flatMap((placed) =>
    Object.entries(placed.operation.responses ?? {}).flatMap(([key, { headers = {} }]) =>
      Object.keys(headers).map((name) => ({ placed, key, name })),
    ),
  );
  const isSeen = ({ placed, key, name }: (typeof declared)[number]) =>
    exchanges.some(
      (exchange) =>
        exchange.operation?.id === placed.id &&
        documentedKey(placed.operation, exchange.status) === key &&
        name.toLowerCase() in exchange.headers,
    );
  const missing = declared.filter((header) => !isSeen(header));
  return {
    kind: 'response headers',
    total: declared.length,
    missing: missing.map(({ placed, key, name }) => `${placed.method} ${placed.path} ${key} ${name}`),
  };
}

/** Security schemes of each operation, which Redocly does not count: a call by each must have been let in. */
function schemeRow(document: OpenApiDocument, { exchanges }: Archive): Row {
  const declared = listOperations(document).flatMap((placed) =>
    (placed.operation.security ?? document.security ?? []).flatMap((requirement) =>
      Object.keys(requirement).map((scheme) => ({ placed, scheme })),
    ),
  );
  const missing = declared.filter(({ placed, scheme }) => {
    const isGrant = document.components?.securitySchemes?.[scheme]?.type === 'oauth2';
    const tokenSource = isGrant ? 'token endpoint' : 'caller';
    return !exchanges.some(
      (exchange) => exchange.operation?.id === placed.id && exchange.tokenSource === tokenSource && exchange.status < 300,
    );
  });
  return {
    kind: 'security schemes, by operation',
    total: declared.length,
    missing: missing.map(({ placed, scheme }) => `${placed.method} ${placed.path} ${scheme}`),
  };
}
