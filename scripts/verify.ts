// Runs the contract suite and reports what the target does that the document does not say:
// `npm run verify -- --target live`, with the options of `npm run test:contract`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runContract } from './contract-run.ts';
import { findApi, projectRoot, readDocument } from './document.ts';
import { driftReport } from './drift.ts';
import { fail } from './fail.ts';
import { readArchive } from './har.ts';

try {
  const { status, har } = await runContract(process.argv.slice(2));
  const document = await readDocument((await findApi()).file);
  const report = driftReport(await readArchive(har, document));
  await writeFile(join(projectRoot, 'reports/drift.md'), `${report}\n`);
  console.log(`\nWhat the target does that the document does not say (also in reports/drift.md):\n\n${report}`);
  process.exitCode = status;
} catch (error) {
  fail(error);
}
