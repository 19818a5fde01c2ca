import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Bump, type Contract, compareContracts, resultsPage } from 'tenant-management-diff';
import { projectRoot } from 'tenant-management-document';
import { contractFolder, type LabelledChange, readCorpus, readOutsideLabels } from '../packages/diff/test/corpus.ts';
import { redoclyCli } from './lint/redocly.ts';
import { runScript } from './process/run-script.ts';

/** Number of processes of Redocly that run at the same time. */
const PROCESSES = 2;

/** Returns the bump with which Redocly's `diff` rates the changes. Redocly does not read behavior files. */
async function redoclyBump(before: Contract, after: Contract, config: string): Promise<Bump> {
  const args = [redoclyCli, 'diff', before.document, after.document, '--config', config];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--format', 'json', '--fail-on', 'none'], {
    cwd: dirname(config),
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const { bump, changes }: { bump: Bump; changes: readonly unknown[] } = JSON.parse(stdout);
  return changes.length === 0 ? 'none' : bump;
}

/** Calls a function for each value, for a limited number of values at the same time. */
async function mapConcurrently<T, R>(values: readonly T[], call: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const entries = values.entries();
  const work = async () => {
    for (const [index, value] of entries) results[index] = await call(value);
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
  return results;
}

await runScript(
  `npm run diff:results

Rates the sample changes in packages/diff/test with the rules of npm run diff and with Redocly, compares the ratings with
the label of each change, and writes the results to docs/changes-results.md. Takes about three minutes.
`,
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'diff-results-'));
    const contracts = contractFolder(folder.path);
    // Without the preset, Redocly rates the removal of an operation as a patch.
    const config = join(folder.path, 'redocly.yaml');
    await writeFile(config, 'extends: [diff-recommended]\ntelemetry: off\n');
    const results = await mapConcurrently(readCorpus(), async ({ before, after, ...label }: LabelledChange) => {
      const [old, now] = [await contracts.write(before), await contracts.write(after)];
      return {
        ...label,
        ours: (await compareContracts(old, now)).bump,
        redocly: await redoclyBump(old, now, config),
      };
    });
    await writeFile(join(projectRoot, 'docs/changes-results.md'), resultsPage(results, readOutsideLabels()));
    console.log(`Wrote docs/changes-results.md from ${results.length} changes.`);
  },
);
