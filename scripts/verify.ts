import { join } from 'node:path';
import { ARGUMENTS_HELP, FAIL_ON_HELP, runContract, takeFailOn, verify } from 'tools-contract';
import { projectRoot } from 'tools-document/read';
import { runScript } from './process/run-script.ts';

await runScript(
  `npm run verify -- [options]

Runs the contract suite, and reports the differences between the target and the document. Writes the report to
reports/drift.md.

Options:
${FAIL_ON_HELP}
${ARGUMENTS_HELP}
`,
  async (args) => {
    const { failOn, others } = takeFailOn(args);
    return await verify(() => runContract(others), join(projectRoot, 'reports'), failOn);
  },
);
