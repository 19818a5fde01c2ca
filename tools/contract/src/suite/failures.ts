// One fault has one failure: a test that fails for a fault that an earlier test has reported is skipped.
import type { OpenApiDocument } from 'tools-document/model';
import { problemsOf } from '../call-comparison.ts';
import type { RecordedCall } from '../recorder.ts';
import { type ContractFailure, FollowUp } from './call-rules.ts';

export type Failures = ReturnType<typeof createFailures>;

export function createFailures(document: OpenApiDocument) {
  /** The calls of the failed tests. The messages name all violations of the document by these calls. */
  const calls: RecordedCall[] = [];
  const reported = new Map<string, string>();
  /**
   * Returns the error of a failed test: a `FollowUp` if an earlier test has reported this fault of this call.
   *
   * @param made The recorded calls of the test.
   * @param isShared Whether other tests can show the same fault.
   * @param reasons What else the message says.
   */
  function errorOf(
    { call, fault, detail, message }: ContractFailure,
    title: string,
    made: readonly RecordedCall[],
    isShared = true,
    reasons: readonly string[] = [],
  ): Error {
    calls.push(...made);
    const operations = new Set(made.flatMap(({ operation }) => operation?.id ?? []));
    const problems = [...operations].flatMap((id) => problemsOf(document, made, id));
    const key = [call, fault, ...(problems.length === 0 ? [detail] : problems)].join('; ');
    const other = isShared ? reported.get(key) : undefined;
    if (other !== undefined) return new FollowUp(`follows from: ${other}`);
    if (isShared) reported.set(key, title);
    const named = new RegExp(`^${/(\d+) came/.exec(message)?.[1]}: `);
    return new Error([message, ...reasons, ...problems.map((problem) => problem.replace(named, ''))].join('; '));
  }
  return { calls: calls as readonly RecordedCall[], errorOf };
}
