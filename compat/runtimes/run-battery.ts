// Runs the fault battery on every runtime: `npm run test:runtimes -- [--update]`.
// Even with `--update`, the run fails if a result differs from the committed result.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from 'tenant-management-document';
import { fail } from '../../scripts/process/run-script.ts';
import { bundlePrograms } from './bundle-programs.ts';
import { startControlServer } from './control-server.ts';
import { resultOfObservations } from './results/comparison.ts';
import { readmeWithResults } from './results/readme.ts';
import { type Results, type RuntimeResult, readResults, writeResults } from './results/results.ts';
import { countDifferences, runtimesPage } from './results/runtimes-page.ts';
import { type ReportedTest, testsOf, writeReport } from './results/test-report.ts';
import type { Runtime } from './runtime.ts';
import { runtimes } from './runtimes.ts';
import { situations } from './situation.ts';

/** Ends a runtime that hangs. The slowest runtime needs a tenth of this time. */
const LIMIT_MS = 240_000;

const { values } = parseArgs({ options: { update: { type: 'boolean', default: false } } });
const remedy = values.update
  ? 'If the changes are intended, commit the changed files.'
  : 'If the changes are intended, run `npm run test:runtimes -- --update` and commit the changed files.';
// Read the committed results before the update overwrites them. After the update, no result would differ from the file.
const committed = await readResults();
const folder = await mkdtemp(join(tmpdir(), 'tenant-management-runtimes-'));
try {
  const script = await bundlePrograms(folder);
  const results: Record<string, RuntimeResult | null> = {};
  const tests = new Map<string, ReportedTest[]>();
  for (const runtime of runtimes) {
    try {
      const result = await resultOf(runtime, script);
      results[runtime.name] = result;
      console.log(summaryOf(runtime.name, result));
    } catch (error) {
      tests.set(runtime.name, [{ title: 'runs the test program to its end', status: 'failed', reason: String(error) }]);
    }
  }
  if (values.update && tests.size === 0) await update({ situations: situations.length, runtimes: results });
  for (const runtime of runtimes) {
    const result = results[runtime.name];
    if (result !== undefined) tests.set(runtime.name, testsOf(runtime, result, committed));
  }
  await writeReport(join(projectRoot, 'reports/runtimes.json'), tests);
  const failed = [...tests].flatMap(([name, all]) =>
    all.filter(({ status }) => status === 'failed').map(({ title, reason }) => `${name}: ${title}: ${reason}`),
  );
  if (failed.length > 0) throw new Error(`${failed.join('\n')}\n${failed.length} tests failed. ${remedy}`);
} catch (error) {
  fail(error);
} finally {
  await rm(folder, { recursive: true });
}

/**
 * Runs the program on a runtime; returns `null` if the runtime is not installed.
 *
 * @throws Error If the program does not end after all calls, or if the smoke test fails.
 */
async function resultOf(runtime: Runtime, script: string): Promise<RuntimeResult | null> {
  const version = await runtime.version();
  if (version === undefined) return null;
  const control = await startControlServer(situations, { script, hasFiles: runtime.hasFiles });
  const { observations } = control;
  try {
    await runtime.run({ folder, control: control.origin, signal: AbortSignal.timeout(LIMIT_MS) });
    return { version, ...resultOfObservations(situations, observations) };
  } catch (error) {
    throw new Error(`failed after ${observations.length} of ${situations.length} calls: ${error}`);
  } finally {
    await control.close();
  }
}

function summaryOf(name: string, result: RuntimeResult | null): string {
  if (result === null) return `${name}: not tested, because it is not installed`;
  return `${name} ${result.version}: ${situations.length} calls, ${countDifferences(result)} differences`;
}

/** Writes the results, the page and the README. */
async function update(results: Results): Promise<void> {
  await writeResults(results);
  await writeFile(join(projectRoot, 'docs/runtimes.md'), runtimesPage(results));
  const readme = join(projectRoot, 'README.md');
  await writeFile(readme, readmeWithResults(await readFile(readme, 'utf8'), results));
  console.log('Updated compat/runtimes/results.json, docs/runtimes.md and README.md.');
}
