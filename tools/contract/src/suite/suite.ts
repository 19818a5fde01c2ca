import { type OpenApiDocument, pointerTo } from 'tools-document/model';
import { listOperations, type OperationEntry, uncallable } from 'tools-document/operations';
import { afterAll, describe, inject, test } from 'vitest';
import { groupBy } from '../../../../common/group-by.ts';
import { problemsOf } from '../call-comparison.ts';
import { ContractFailure, type ContractTest, FollowUp } from './call-rules.ts';
import { documentedResponses } from './documented-responses.ts';
import { createFailures, type Failures } from './failures.ts';
import { operationTests } from './operation-tests.ts';
import { sequenceTests } from './sequence-tests.ts';
import type { ContractTarget } from './target.ts';
import type { ErrorClass } from './tested-client.ts';

/** Stopping a target can take seconds, because the target compares all calls with the document. */
const STOP_TIMEOUT_MS = 120_000;

/** Declares the tests of the contract suite for a target: Vitest runs them, and then stops the target. */
export function declareTests(document: OpenApiDocument, target: ContractTarget, ApiError: ErrorClass): void {
  afterAll(() => target.stop(), STOP_TIMEOUT_MS);
  const all = contractTests(document, target, ApiError, inject('operations'));
  for (const [group, tests] of groupBy(all, (one) => one.group)) {
    describe(group, () => {
      for (const { title, run } of tests) {
        if (run === undefined) test.skip(title);
        else
          test(title, ({ skip }) =>
            run().catch((error: unknown) => {
              if (error instanceof FollowUp) skip(error.message);
              throw error;
            }),
          );
      }
    });
  }
}

/**
 * Returns the tests of the contract suite for a target. Run the tests one after another and in this order: a test can
 * delete an item that the tests before it need.
 *
 * @param selected The ids of the operations to test. By default, all operations are tested.
 */
export function contractTests(
  document: OpenApiDocument,
  target: ContractTarget,
  ApiError: ErrorClass,
  selected?: readonly string[],
): ContractTest[] {
  const isSelected = ({ id }: Pick<OperationEntry, 'id'>) => selected?.includes(id) ?? true;
  const entries = listOperations(document).filter(isSelected);
  const { probes = [] } = target;
  const sequences = (target.sequences ?? []).filter(({ steps }) =>
    steps.every(({ operation }) => isSelected(operation.entry)),
  );
  const failed = createFailures(document);
  const ofOperations = entries.flatMap((entry) => operationTests(document, target, entry, ApiError, failed));
  const called = [
    ...ofOperations.flatMap(({ group, run }) => (run === undefined ? [] : group)),
    ...sequences.flatMap(({ steps }) => steps.map(({ operation }) => operation.entry.id)),
  ];
  const uncalled = listOperations(document).filter(({ id }) => !called.includes(id));
  return [
    ...ofOperations,
    ...sequenceTests(document, { ...target, sequences }, failed, isSelected),
    ...probes.filter(({ group, operation = group }) => isSelected({ id: operation })),
    ...responseTests(document, target, entries, failed),
    ...callTests(uncalled, (entry) =>
      isSelected(entry)
        ? (uncallable(document, entry) ?? target.excludes?.(entry))
        : 'the option --operation excludes the operation',
    ),
  ];
}

/** Returns a test that fails if no test calls an operation, except those that the run excludes, which are skipped. */
function callTests(
  uncalled: readonly OperationEntry[],
  reasonOf: (entry: OperationEntry) => string | undefined,
): ContractTest[] {
  const hollow = uncalled.filter((entry) => reasonOf(entry) === undefined).map(({ id }) => id);
  return [
    {
      group: 'all operations',
      title: 'are called by a test, except those that the run excludes',
      run: async () => {
        if (hollow.length > 0) throw new Error(`no test calls ${hollow.join(', ')}: see the skipped tests`);
      },
    },
    ...uncalled.flatMap((entry) => {
      const reason = reasonOf(entry);
      return reason === undefined ? [] : { group: entry.id, title: `is called by a test: skipped: ${reason}` };
    }),
  ];
}

/**
 * Returns a test for each operation that is called: no recorded response violates the document, even if the client
 * retried the call. The violations of failed tests are left out.
 */
function responseTests(
  document: OpenApiDocument,
  target: ContractTarget,
  entries: readonly OperationEntry[],
  failed: Failures,
): ContractTest[] {
  const { calls } = target;
  if (calls === undefined) return [];
  const steps = (target.sequences ?? []).flatMap((sequence) => sequence.steps.map((step) => step.operation.entry.id));
  const called = entries.filter(
    (entry) =>
      uncallable(document, entry) === undefined &&
      (steps.includes(entry.id) ||
        target.situations(entry, documentedResponses(document, entry)).some(({ skipped }) => skipped === undefined)),
  );
  return called.map((entry) => ({
    group: 'all responses',
    title: `of ${entry.id} have the documented header fields, content types and bodies`,
    run: async () => {
      const reported = problemsOf(document, failed.calls, entry.id);
      const problems = problemsOf(document, calls, entry.id).filter((problem) => !reported.includes(problem));
      if (problems.length === 0) return;
      const call = `${entry.method} ${entry.path}`;
      const place = pointerTo(['paths', entry.path, entry.method.toLowerCase(), 'responses']);
      const source = `the document (${place}) shows other responses`;
      throw new ContractFailure({ call, when: 'the calls of all other tests', source }, `${problems.join('; ')} came`);
    },
  }));
}
