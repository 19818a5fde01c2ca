import type { Outcome } from './steps.ts';
import { failureOf, type Subject } from './subject.ts';

/** Starts the built sandbox; prints the milliseconds until it listens, and the number of operations without state. */
const START = `
  const { startSandbox } = await import('tenant-management-sandbox');
  const startedAt = performance.now();
  const sandbox = await startSandbox();
  const milliseconds = Math.round(performance.now() - startedAt);
  console.log(milliseconds + ' ' + sandbox.notSimulated.length);
  await sandbox.close();`;

/** Builds the sandbox, starts it, and counts the operations that have state. */
export async function buildAndStartSandbox({ operations, run, require }: Subject): Promise<Outcome> {
  await require('scripts/build-sandbox.ts');
  const ended = await run('--input-type=module', '--eval', START);
  if (ended.status !== 0) throw failureOf(ended);
  const [milliseconds, samples] = ended.stdout.trim().split(' ');
  const states = operations.length - Number(samples);
  return {
    result: `operations with state: ${states}; with samples only: ${samples}; started in ${milliseconds} ms`,
  };
}
