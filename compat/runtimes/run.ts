// Runs the fault battery on every runtime: `npm run test:runtimes -- [--update]`.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { projectRoot } from '../../scripts/openapi/document.ts';
import { fail } from '../../scripts/process/fail.ts';
import { bundlePrograms } from './bundle.ts';
import { compare } from './comparison.ts';
import { startControlServer } from './control-server.ts';
import { countDifferences, runtimesPage } from './page.ts';
import { readmeWithResults } from './readme.ts';
import { type ReportedTest, writeReport } from './report.ts';
import { type Differences, type Results, type RuntimeResult, readResults, writeResults } from './results.ts';
import { type Runtime, runtimes, versionOf } from './runtimes.ts';
import { situations } from './situation.ts';

/** Ends a runtime that hangs. The slowest runtime needs a tenth of this time. */
const LIMIT_MS = 240_000;
const UPDATE = 'If the change is intended, run `npm run test:runtimes -- --update` and commit the changed files.';

const { values } = parseArgs({ options: { update: { type: 'boolean', default: false } } });
const folder = await mkdtemp(join(tmpdir(), 'tenant-management-runtimes-'));
try {
  const results: Record<string, RuntimeResult | null> = {};
  const browserScript = await bundlePrograms(folder);
  for (const runtime of runtimes) {
    const { name } = runtime;
    const result = await resultOf(runtime, browserScript);
    console.log(summaryOf(name, result));
    results[name] = result;
  }
  if (values.update) await update({ situations: situations.length, runtimes: results });
  const committed = await readResults();
  const tests = new Map(Object.entries(results).map(([name, result]) => [name, testsOf(name, result, committed)]));
  await writeReport(join(projectRoot, 'reports/runtimes.json'), tests);
  const failed = [...tests].flatMap(([name, all]) =>
    all.filter(({ status }) => status === 'failed').map(({ title, reason }) => `${name}: ${title}: ${reason}`),
  );
  if (failed.length > 0) throw new Error(`${failed.join('\n')}\n${failed.length} calls failed. ${UPDATE}`);
} catch (error) {
  fail(error);
} finally {
  await rm(folder, { recursive: true });
}

/** Makes all calls on a runtime; returns `null` if the runtime is not installed. */
async function resultOf(runtime: Runtime, browserScript: string): Promise<RuntimeResult | null> {
  const version = versionOf(runtime);
  if (version === undefined) return null;
  const control = await startControlServer(situations, browserScript);
  const { observations } = control;
  try {
    await runtime.run({ folder, control: control.origin, signal: AbortSignal.timeout(LIMIT_MS) });
  } catch (cause) {
    throw new Error(
      `${runtime.name} must end after all calls, but failed in: ${situations[observations.length]?.title}`,
      {
        cause,
      },
    );
  } finally {
    await control.close();
  }
  const differences: Record<string, Record<string, Differences>> = {};
  situations.forEach(({ subject, title, row }, index) => {
    const observation = observations[index];
    const different = observation === undefined ? { outcome: 'not reported' } : compare(row, observation);
    if (Object.keys(different).length > 0) differences[subject] = { ...differences[subject], [title]: different };
  });
  const platformErrors = [...new Set(observations.flatMap(({ platformError = [] }) => platformError))].toSorted();
  return { version, platformErrors: platformErrors.join(', '), differences };
}

function summaryOf(name: string, result: RuntimeResult | null): string {
  if (result === null) return `${name}: not tested, because it is not installed`;
  return `${name} ${result.version}: ${situations.length} calls, ${countDifferences(result)} differences`;
}

/**
 * Returns a test for each situation. A situation passes if its differences are the committed ones. A runtime that is not
 * installed never passes: it is skipped, or fails in CI.
 */
function testsOf(name: string, result: RuntimeResult | null, committed: Results): ReportedTest[] {
  if (result === null) {
    const status = process.env['CI'] ? 'failed' : 'skipped';
    return [{ title: 'is tested', status, reason: `the runtime must be installed; it was not tested` }];
  }
  const known = committed.runtimes[name];
  return situations.map(({ subject, title: situation }) => {
    const title = `${subject}: ${situation}`;
    const [actual, expected] = [result, known].map((one) => one?.differences[subject]?.[situation]);
    if (isDeepStrictEqual(actual, expected)) return { title, status: 'passed' };
    const [found, wanted] = [actual, expected].map((facts) => JSON.stringify(facts ?? 'no difference'));
    return { title, status: 'failed', reason: `${found} must equal the committed ${wanted}` };
  });
}

/** Writes the results, the page and the README. */
async function update(results: Results): Promise<void> {
  await writeResults(results);
  await writeFile(join(projectRoot, 'docs/runtimes.md'), runtimesPage(results));
  const readme = join(projectRoot, 'README.md');
  await writeFile(readme, readmeWithResults(await readFile(readme, 'utf8'), results));
  console.log('Updated compat/runtimes/results.json, docs/runtimes.md and README.md.');
}
