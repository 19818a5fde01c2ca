import { ARGUMENTS_HELP, runContract } from 'tools-contract';
import { runScript } from './process/run-script.ts';

await runScript(
  `npm run test:contract -- [options]

Runs the contract suite against a mock, a sandbox or a live tenant.

Options:
${ARGUMENTS_HELP}
`,
  async (args) => (await runContract(args)).status,
);
