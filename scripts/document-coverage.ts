import { join } from 'node:path';
import { coverageTable, harFile, measureCoverage, readArchive, requireFullCoverage } from 'tenant-management-contract';
import { findApi, projectRoot, readDocument } from 'tenant-management-document';
import { redocly } from './lint/redocly.ts';
import { runScript } from './process/run-script.ts';

await runScript(
  `npm run coverage:document -- [archive]

Measures how much of the document the contract suite exercised. Fails below 100 %. First run
npm run test:contract -- --target sandbox.

  archive  HTTP archive of the run (default: reports/contract-sandbox.har)
`,
  async ([file]) => {
    const api = await findApi();
    const document = await readDocument(api.file);
    const reports = join(projectRoot, 'reports');
    const archive = await readArchive(file ?? harFile('sandbox', reports), document);
    const rows = await measureCoverage(api, document, archive, reports, redocly);
    console.log(coverageTable(rows));
    requireFullCoverage(rows);
  },
);
