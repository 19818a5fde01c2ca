import {
  documentedContent,
  groupBy,
  isJsonType,
  listOperations,
  type OpenApiDocument,
  type OperationEntry,
  uncallable,
} from 'tools-document';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { callOperation, expectNoViolation } from './call-operation.ts';
import type { CallResult, ErrorClass } from './client.ts';
import { acceptsBody, type DocumentedResponse, documentedResponses, responseFor } from './documented-responses.ts';
import { sequenceTests } from './sequence-tests.ts';
import { allowsStatus, type ContractTarget, type ContractTest, type Situation } from './target.ts';

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
        else test(title, run);
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
  const ofOperations = entries.flatMap((entry) => operationTests(document, target, entry, ApiError));
  const called = [
    ...ofOperations.flatMap(({ group, run }) => (run === undefined ? [] : group)),
    ...sequences.flatMap(({ steps }) => steps.map(({ operation }) => operation.entry.id)),
  ];
  const uncalled = listOperations(document).filter(({ id }) => !called.includes(id));
  return [
    ...ofOperations,
    ...sequenceTests(document, { ...target, sequences }),
    ...probes.filter(({ group }) => selected === undefined || selected.includes(group)),
    ...responseTests(document, target, entries),
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
      run: async () => expect(hollow, `no test calls ${hollow.join(', ')}: see the skipped tests`).toEqual([]),
    },
    ...uncalled.flatMap((entry) => {
      const reason = reasonOf(entry);
      return reason === undefined ? [] : { group: entry.id, title: `is called by a test: skipped: ${reason}` };
    }),
  ];
}

/**
 * Returns a test for each operation that is called: no recorded response violates the document, even if the client
 * retried the call.
 */
function responseTests(
  document: OpenApiDocument,
  target: ContractTarget,
  entries: readonly OperationEntry[],
): ContractTest[] {
  const { problemsOf } = target;
  if (problemsOf === undefined) return [];
  const steps = (target.sequences ?? []).flatMap((sequence) => sequence.steps.map((step) => step.operation.entry.id));
  const called = entries.filter(
    (entry) =>
      uncallable(document, entry) === undefined &&
      (steps.includes(entry.id) ||
        target.situations(entry, documentedResponses(document, entry)).some(({ skipped }) => skipped === undefined)),
  );
  return called.map(({ id }) => ({
    group: 'all responses',
    title: `of ${id} have the documented header fields, content types and bodies`,
    run: async () => expect(problemsOf(id)).toEqual([]),
  }));
}

/** Returns a test for each situation of an operation: failures first, because an item can be deleted only once. */
function operationTests(
  document: OpenApiDocument,
  target: ContractTarget,
  entry: OperationEntry,
  ApiError: ErrorClass,
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
  const testOf = (situation: Situation): ContractTest => ({
    group: entry.id,
    title: titleOf(situation),
    run: async () => {
      const result = await resultOf(entry, situation);
      const isChecked = isSuccess(situation) || (situation.otherStatus?.startsWith('2') && result.error === undefined);
      (isChecked ? checkSuccess : checkFailure)(operation, situation, result);
    },
  });
  return [
    ...possible.filter((situation) => !isSuccess(situation)).map(testOf),
    ...possible.filter(isSuccess).map(testOf),
    ...situations.flatMap((situation) =>
      situation.skipped === undefined
        ? []
        : { group: entry.id, title: `${titleOf(situation)}: skipped: ${situation.skipped}` },
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

/** Returns the body of a situation, if any, or else a matcher for the bodies that the document allows. */
const expectedBody = ({ responses }: TestedOperation, { body }: Situation, status: number): unknown =>
  body ?? expect.toSatisfy((actual) => acceptsBody(responses, status, actual));

/** Checks that the response to the call of a situation is the documented failure. */
function checkFailure(operation: TestedOperation, situation: Situation, result: CallResult): void {
  const { method, path } = operation.entry;
  const { data, error, response } = result;
  // Check the error first: the message of a failed test must not contain the data of a tenant.
  expect(error).toBeInstanceOf(operation.ApiError);
  expect(data).toBeUndefined();
  expect(error).toMatchObject({ status: response.status, method, path });
  expect(response.status).toSatisfy((status) => allowsStatus(situation, status));
  expect(missingHeaders(operation, response)).toEqual([]);
  expect(acceptsBody(operation.responses, response.status, error?.body)).toBe(true);
  expect(error?.body).toEqual(expectedBody(operation, situation, response.status));
  expect(error?.rateLimit).toEqual(rateLimitIn(response.headers));
}

/** Checks that the response to the call of a situation is the documented success. */
function checkSuccess(operation: TestedOperation, situation: Situation, result: CallResult): void {
  const { document, entry, responses } = operation;
  const { data, error, response } = result;
  // Throw the error itself, because its message contains the reason.
  if (error !== undefined) throw error;
  expect(response.status).toSatisfy((status) => allowsStatus(situation, status));
  expect(missingHeaders(operation, response)).toEqual([]);
  const isUnread = staysUnread(document, entry, response);
  expect(data instanceof Response).toBe(isUnread);
  const isCompared = !isUnread || responseFor(String(response.status), responses)?.isJson !== true;
  expect(isCompared, 'the response is the documented JSON, because the suite compares only JSON').toBe(true);
  expect(isUnread || acceptsBody(responses, response.status, data)).toBe(true);
  expect(data).toEqual(isUnread ? response : expectedBody(operation, situation, response.status));
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

/** Returns the header fields that the document requires and the response lacks. */
const missingHeaders = ({ responses }: TestedOperation, { status, headers }: Response): string[] =>
  responseFor(String(status), responses)?.headers.filter((name) => !headers.has(name)) ?? [];

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

/** Returns the expected value of `error.rateLimit` from the header fields; `undefined` if no such field was sent. */
function rateLimitIn(headers: Headers): Readonly<Record<string, number>> | undefined {
  const sent = Object.entries(RATE_LIMIT_HEADERS).filter(([, name]) => headers.has(name));
  return sent.length === 0
    ? undefined
    : Object.fromEntries(sent.map(([key, name]) => [key, Number(headers.get(name))]));
}

/** Returns the title of a test, such as "returns 404 (documented as default) for an unknown id". */
function titleOf({ status, otherStatus, response: { documented }, when }: Situation): string {
  const statuses = otherStatus === undefined ? status : `${status} or ${otherStatus}`;
  return `returns ${statuses}${documented === status ? '' : ` (documented as ${documented})`} for ${when}`;
}
