import { join } from 'node:path';
import { harFile, readArchive } from 'tenant-management-contract';
import { findApi, projectRoot, readDocument } from 'tenant-management-document';
import { type Coverage, countHeaderFields, countSecuritySchemes, countWithRedocly } from './lint/coverage.ts';
import { fail } from './process/fail.ts';
import { answerHelp } from './process/help.ts';

if (import.meta.main)
  answerHelp(`npm run coverage:document -- [archive]

Measures how much of the document the contract suite exercised. Fails below 100 %. First run
npm run test:contract -- --target sandbox.

  archive  HTTP archive of the run (default: reports/contract-sandbox.har)
`);

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

if (import.meta.main) {
  try {
    const { root, file } = await findApi();
    const document = await readDocument(file);
    const reports = join(projectRoot, 'reports');
    const archive = await readArchive(process.argv[2] ?? harFile('sandbox', reports), document);
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
