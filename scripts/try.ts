import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkDocumentFile, listUnsupported, projectRoot, startFolder } from 'tenant-management-document';
import { runScript } from './process/run-script.ts';
import { copyProject } from './try/document-copy.ts';
import { pipeline } from './try/pipeline.ts';
import { formatReport, type TryReport } from './try/report.ts';
import { runSteps, type StepResult } from './try/steps.ts';
import { subjectOf } from './try/subject.ts';

const USAGE = 'Pass the path to one OpenAPI document: npm run try -- path/to/openapi.yaml [--keep]';

/** Interval of the progress lines of a long step. */
const PROGRESS_MS = 15_000;

/** Prints a line at the start and at the end of each step, and every 15 seconds a line with the running steps. */
function showProgress() {
  const startedAt = new Map<string, number>();
  const timer = setInterval(() => {
    const lines = [...startedAt].map(([name, start]) => `${name}, ${Math.round((performance.now() - start) / 1000)} s`);
    console.log(`  running: ${lines.join('; ')}`);
  }, PROGRESS_MS);
  return {
    start: (name: string) => {
      startedAt.set(name, performance.now());
      console.log(`${name} …`);
    },
    end: ({ name, status, seconds, result }: StepResult) => {
      startedAt.delete(name);
      console.log(`${name}: ${status}, ${seconds} s: ${result}`);
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Runs the command with the arguments of the command line.
 *
 * @returns Whether all steps passed.
 * @throws Error If an argument or the document is invalid; no step has run.
 */
export async function tryDocument(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({ args, options: { keep: { type: 'boolean' } }, allowPositionals: true });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new Error(USAGE);
  const input = await checkDocumentFile(resolve(startFolder(), path));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop.abort(new Error('Stopped; no report was written.')));
  }
  const copy = await copyProject(input);
  try {
    const subject = await subjectOf(copy, stop.signal);
    const progress = showProgress();
    const steps = await runSteps(pipeline(subject), progress.start, (result) => {
      progress.end(result);
      stop.signal.throwIfAborted();
    }).finally(progress.stop);
    const report: TryReport = {
      document: input.file,
      title: subject.document.info.title,
      operations: subject.operations.length,
      steps,
      unsupported: listUnsupported(subject.document),
    };
    await mkdir(join(projectRoot, 'reports'), { recursive: true });
    await writeFile(join(projectRoot, 'reports/try.json'), `${JSON.stringify(report, null, 2)}\n`);
    console.log(`\n${formatReport(report)}`);
    return steps.every(({ status }) => status === 'passed');
  } finally {
    if (values.keep) console.log(`\nThe copy of the project is in ${copy.root}`);
    // Retry, because a script that was killed can still write to the folder for a moment.
    else await rm(copy.root, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (import.meta.main)
  await runScript(
    `npm run try -- <document> [options]

Runs the whole pipeline with another OpenAPI document in a temporary copy of the project, and prints a table. Writes the
full lists to reports/try.json.

  document  path to an OpenAPI document

Options:
  --keep    keep the copy of the project
`,
    async (args) => ((await tryDocument(args)) ? 0 : 1),
  );
