import { isDeepStrictEqual } from 'node:util';
import {
  documentedContent,
  isJsonType,
  listOperations,
  type OperationEntry,
  uncallable,
} from 'tools-document/operations';
import { type OpenApiDocument, pointerTo } from 'tools-document/read';
import { afterAll, describe, inject, test } from 'vitest';
import { groupBy } from '../../../../common/group-by.ts';
import { problemsOf } from '../compare-calls.ts';
import { callOperation, expectNoViolation } from './call-operation.ts';
import type { CallResult, ErrorClass } from './client.ts';
import { acceptsBody, type DocumentedResponse, documentedResponses, responseFor } from './documented-responses.ts';
import { createFailures, type Failures } from './failures.ts';
import {
  ContractFailure,
  type ContractTest,
  documentShows,
  FollowUp,
  includesStatus,
  judgeStatus,
  type Rule,
  rowsTitle,
} from './judge-calls.ts';
import type { Observe } from './observations.ts';
import { sequenceTests } from './sequence-tests.ts';
import type { ContractTarget, Situation } from './target.ts';

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

/** Returns a test for each situation of an operation: failures first, because an item can be deleted only once. */
function operationTests(
  document: OpenApiDocument,
  target: ContractTarget,
  entry: OperationEntry,
  ApiError: ErrorClass,
  failed: Failures,
): ContractTest[] {
  const skipped = uncallable(document, entry);
  const responses = documentedResponses(document, entry);
  const situations = target.situations(entry, responses).map((situation) => {
    const reason = skipped ?? hiddenResponse(situation);
    return reason === undefined ? situation : { ...situation, skipped: reason };
  });
  const possible = situations.filter((situation) => situation.skipped === undefined);
  const isSuccess = ({ status }: Situation) => status.startsWith('2');
  const operation = { document, entry, responses, ApiError };
  const { calls = [], observe } = target;
  const testOf = (situation: Situation): ContractTest => {
    const title = titleOf(situation, observe);
    const rule = ruleOf(entry, situation);
    const run = async () => {
      const first = calls.length;
      const reasons: string[] = [];
      try {
        const result = await resultOf(entry, situation);
        const { status } = result.response;
        if (isSuccess(situation) && result.error !== undefined) reasons.push(result.error.message);
        if (situation.source === undefined && situation.response.documented !== situation.status)
          reasons.push(`the expected status is ${situation.status}`);
        judgeStatus(rule, status, observe);
        const fault = includesStatus(rule.passes, status) ? faultOf(operation, situation, result) : undefined;
        if (fault !== undefined) throw new ContractFailure(rule, `${status} came`, ` ${fault}`);
      } catch (error) {
        if (error instanceof FollowUp) throw error;
        const failure =
          error instanceof ContractFailure
            ? error
            : new ContractFailure(rule, `the call failed: ${(error as Error).message}`);
        // The call that failed can be a read that prepares the situation.
        const isShared = isSuccess(situation) || failure.call !== rule.call;
        throw failed.errorOf(failure, `${entry.id} ${title}`, calls.slice(first), isShared, reasons);
      }
    };
    return { group: entry.id, title, run };
  };
  return [
    ...possible.filter((situation) => !isSuccess(situation)).map(testOf),
    ...possible.filter(isSuccess).map(testOf),
    ...situations.flatMap((situation) =>
      situation.skipped === undefined
        ? []
        : { group: entry.id, title: `${titleOf(situation, observe)}: skipped: ${situation.skipped}` },
    ),
  ];
}

/** Returns why `fetch` does not return a response with the status of a situation (Fetch standard, HTTP-network-or-cache fetch). */
function hiddenResponse({ status }: Pick<Situation, 'status'>): string | undefined {
  if (status.startsWith('1')) return 'fetch returns no informational response';
  if (status === '407') return 'fetch returns a network error for 407';
  if (status === '421') return 'fetch repeats the request after 421';
  return undefined;
}

/** An operation with its documented responses. */
interface TestedOperation {
  readonly document: OpenApiDocument;
  readonly entry: OperationEntry;
  readonly responses: readonly DocumentedResponse[];
  readonly ApiError: ErrorClass;
}

/** Returns the rule of a situation. */
function ruleOf(
  entry: OperationEntry,
  { when, status, otherStatus = status, response, ...situation }: Situation,
): Rule {
  const { open = [], source = documentShows(entry, response.documented) } = situation;
  return { call: `${entry.method} ${entry.path}`, when, passes: [status, otherStatus], open, source };
}

/** Returns what is wrong with a response whose status is expected. The text contains no data of a tenant. */
function faultOf(
  { document, entry, responses, ApiError }: TestedOperation,
  { body }: Situation,
  { data, error, response }: CallResult,
): string | undefined {
  const { status, ok, headers } = response;
  const named = { status, method: entry.method, path: entry.path };
  const isApiError =
    error instanceof ApiError && Object.entries(named).every(([name, value]) => Object(error)[name] === value);
  const documented = responseFor(String(status), responses);
  const missing = documented?.headers.filter((name) => !headers.has(name)) ?? [];
  const isUnread = ok && staysUnread(document, entry, response);
  const actual = ok ? data : error?.body;
  const faults: readonly (readonly [isFound: boolean, fault: string])[] = [
    [ok ? error !== undefined : !isApiError || data !== undefined, 'and the client returned something else'],
    [missing.length > 0, `without ${missing.join(', ')}`],
    [ok && data instanceof Response !== isUnread, 'and the client must read exactly the bodies in JSON'],
    [isUnread && documented?.isJson === true, 'without the documented JSON, and the suite compares only JSON'],
    [!isUnread && !acceptsBody(responses, status, actual), 'with a body that violates the document'],
    [body !== undefined && !isDeepStrictEqual(actual, body), 'with another body than the example of the document'],
    [!ok && !isDeepStrictEqual(error?.rateLimit, rateLimitIn(headers)), 'and error.rateLimit has other values'],
  ];
  return faults.find(([isFound]) => isFound)?.[1];
}

/** Prepares a situation and calls the operation. A violation of the document that Prism reports fails the test. */
async function resultOf(operation: OperationEntry, situation: Situation): Promise<CallResult> {
  const { arrange, when, isRequestInvalid } = situation;
  if (arrange === undefined) throw new Error(`The target cannot arrange: ${when}`);
  const { client, init } = await arrange();
  const result = await callOperation(client, operation, init);
  expectNoViolation(result, isRequestInvalid);
  return result;
}

/** Returns whether the client must leave the body of a success unread, because the documented content is not JSON. */
function staysUnread(document: OpenApiDocument, { operation }: OperationEntry, { status, headers }: Response): boolean {
  const content = documentedContent(document, operation);
  const type = headers.get('Content-Type') ?? '';
  if (status === 204) return false;
  return content === 'mixed' ? type !== '' && !isJsonType(type) : content === 'other';
}

const RATE_LIMIT_HEADERS = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
};

/** Returns the expected value of `error.rateLimit` from the header fields; `undefined` if none of them is a number. */
function rateLimitIn(headers: Headers): Readonly<Record<string, number>> | undefined {
  const sent = Object.entries(RATE_LIMIT_HEADERS).filter(([, name]) => /^\d{1,15}$/.test(headers.get(name) ?? ''));
  return sent.length === 0
    ? undefined
    : Object.fromEntries(sent.map(([key, name]) => [key, Number(headers.get(name))]));
}

/** Returns the title of a test, such as "returns 404 (documented as default) for an unknown id". */
function titleOf({ status, otherStatus, open = [], response, when }: Situation, observe: Observe | undefined): string {
  const { documented } = response;
  const statuses = otherStatus === undefined ? status : `${status} or ${otherStatus}`;
  const exact = documented === status ? '' : ` (documented as ${documented})`;
  return `returns ${statuses}${exact}${rowsTitle(open, observe)} for ${when}`;
}
