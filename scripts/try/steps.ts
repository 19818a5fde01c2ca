/** Why an operation failed in a step. */
export interface Failure {
  /** Id of the operation; absent if the step failed as a whole. */
  readonly operation?: string | undefined;
  readonly reason: string;
}

/** The outcome of a step. */
export interface Outcome {
  /** One line, such as `12 operations`. */
  readonly result: string;
  /** The failures of the step. If there is at least one, the step has failed. */
  readonly failures?: readonly Failure[];
  /** Problems that are worth reading, but do not make the step fail. */
  readonly notes?: readonly string[];
}

/** One step of the pipeline. */
export interface Step {
  readonly name: string;
  /** Names of the steps that must pass before this step can run. */
  readonly needs?: readonly string[];
  /** If this function throws an error, the error is a failure of the step. */
  readonly run: () => Promise<Outcome>;
}

/** How a step ended. */
export interface StepResult extends Outcome, Pick<Step, 'name'> {
  readonly status: 'passed' | 'failed' | 'not run';
  readonly seconds: number;
  readonly failures: readonly Failure[];
}

/** Number of steps that run at the same time. On two cores, one of three steps usually waits for a file or a server. */
const MAX_RUNNING = 3;

/**
 * Runs the steps, three at the same time. A step starts after the steps that it needs; a failed step stops only the steps
 * that need it.
 *
 * @param onResult Called after each step.
 * @returns The results in the order of `steps`.
 */
export async function runSteps(
  steps: readonly Step[],
  onStart: (name: string) => void,
  onResult: (result: StepResult) => void,
): Promise<StepResult[]> {
  const results = new Map<string, StepResult>();
  const running = new Set<Promise<unknown>>();
  const waiting = [...steps];
  const run = async (step: Step): Promise<void> => {
    onStart(step.name);
    const missing = step.needs?.map((name) => results.get(name)).find((result) => result?.status !== 'passed');
    const result = missing === undefined ? await runStep(step) : notRun(step, missing);
    results.set(step.name, result);
    onResult(result);
  };
  while (waiting.length > 0 || running.size > 0) {
    const isReady = ({ needs = [] }: Step) => needs.every((name) => results.has(name));
    const index = running.size < MAX_RUNNING ? waiting.findIndex(isReady) : -1;
    const [step] = index < 0 ? [] : waiting.splice(index, 1);
    if (step === undefined) await Promise.race(running);
    else {
      const done = run(step).finally(() => running.delete(done));
      running.add(done);
    }
  }
  return steps.flatMap(({ name }) => results.get(name) ?? []);
}

function notRun({ name }: Step, missing: StepResult): StepResult {
  const reason = missing.status === 'failed' ? 'failed' : 'did not run';
  return { name, status: 'not run', seconds: 0, result: `not run: ${missing.name} ${reason}`, failures: [] };
}

async function runStep({ name, run }: Step): Promise<StepResult> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
  try {
    const { result, failures = [], notes = [] } = await run();
    const status = failures.length > 0 ? 'failed' : 'passed';
    return { name, status, seconds: seconds(), result, failures, ...(notes.length > 0 && { notes }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, status: 'failed', seconds: seconds(), result: reason.split('\n', 1).join(), failures: [{ reason }] };
  }
}
