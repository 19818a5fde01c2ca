import { join } from 'node:path';
import { ARGUMENTS_HELP, FAIL_ON_HELP, runContract, takeFailOn, verify } from 'tenant-management-contract';
import { findApi, projectRoot, readDocument } from 'tenant-management-document';
import { fail } from './process/fail.ts';
import { answerHelp } from './process/help.ts';

answerHelp(`npm run verify -- [options]

Runs the contract suite, and reports the differences between the target and the document. Writes the report to
reports/drift.md.

Options:
${FAIL_ON_HELP}
${ARGUMENTS_HELP}
`);

try {
  const document = await readDocument((await findApi()).file);
  const { failOn, others } = takeFailOn(process.argv.slice(2));
  process.exitCode = await verify(() => runContract(others), document, join(projectRoot, 'reports'), failOn);
} catch (error) {
  fail(error);
}
