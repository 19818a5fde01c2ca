// Runs the contract suite against a target: `npm run test:contract -- [--target prism|sandbox|live]`.
import { runContract } from 'tenant-management-contract';
import { fail } from './process/fail.ts';

try {
  const { status } = await runContract(process.argv.slice(2));
  process.exitCode = status;
} catch (error) {
  fail(error);
}
