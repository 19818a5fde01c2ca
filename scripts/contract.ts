import { ARGUMENTS_HELP, runContract } from 'tenant-management-contract';
import { fail } from './process/fail.ts';
import { answerHelp } from './process/help.ts';

answerHelp(`npm run test:contract -- [options]

Runs the contract suite against a mock, a sandbox or a live tenant.

Options:
${ARGUMENTS_HELP}
`);

try {
  const { status } = await runContract(process.argv.slice(2));
  process.exitCode = status;
} catch (error) {
  fail(error);
}
