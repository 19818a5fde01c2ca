import { coverageTable, readReport, reportFile, requireFullCoverage } from 'tools-contract';
import { runScript } from './process/run-script.ts';

await runScript(
  `npx node scripts/document-coverage.ts

Measures how much of the document the contract suite exercised. Fails below 100 %. First run
npm run test:contract -- --target sandbox.
`,
  async () => {
    const { coverage } = await readReport(reportFile('sandbox'));
    console.log(coverageTable(coverage));
    requireFullCoverage(coverage);
  },
);
