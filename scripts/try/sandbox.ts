import { deriveOperations } from '../openapi/resources.ts';
import type { Outcome } from './steps.ts';
import { failureOf, type Subject } from './subject.ts';

/** Starts the built sandbox and prints the milliseconds until it listens. */
const START = `
  const { startSandbox } = await import('tenant-management-sandbox');
  const startedAt = performance.now();
  const sandbox = await startSandbox();
  console.log(Math.round(performance.now() - startedAt));
  await sandbox.close();`;

/** Builds the sandbox, starts it, and counts the operations that have state. */
export async function buildAndStartSandbox({ document, run, require }: Subject): Promise<Outcome> {
  await require('sandbox/build/build.ts');
  const ended = await run('--input-type=module', '--eval', START);
  if (ended.status !== 0) throw failureOf(ended);
  const kinds = deriveOperations(document).map(({ kind }) => kind);
  const samples = kinds.filter((kind) => kind === 'sample').length;
  return {
    result: `operations with state: ${kinds.length - samples}; with samples only: ${samples}; started in ${ended.stdout.trim()} ms`,
  };
}
