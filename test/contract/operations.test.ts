// The contract suite for the mock, the sandbox and a live tenant: tests every documented response of every operation.

import {
  documentedContent,
  findApi,
  isJsonType,
  listOperations,
  type OperationEntry,
  readDocument,
  uncallable,
  uncallableWithFetch,
} from 'tenant-management-document';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { ApiError, type Result } from '../../src/index.js';
import { suggestedContent } from '../../src/success-content.js';
import { callOperation, expectNoViolation } from './call-operation.ts';
import { acceptsBody, documentedResponses } from './cases.ts';
import { describeSequences } from './describe-sequences.ts';
import { startTarget } from './start-target.ts';
import { allowsStatus, type Situation } from './target.ts';

const STOP_TIMEOUT_MS = 120_000;

const { file } = await findApi();
const document = await readDocument(file);
const target = await startTarget(inject('target'), document, inject('mockUrl'));
// Stopping a target can take seconds, because the HTTP archive of a large document is large.
afterAll(() => target.stop(), STOP_TIMEOUT_MS);

/** Prepares a situation and calls the operation. A violation of the document that Prism reports fails the test. */
async function resultOf(operation: OperationEntry, situation: Situation): Promise<Result<unknown>> {
  const { arrange, when, isRequestInvalid } = situation;
  if (arrange === undefined) throw new Error(`The target cannot arrange: ${when}`);
  const { management, init } = await arrange();
  const result = await callOperation(management, operation, init);
  expectNoViolation(result, isRequestInvalid);
  return result;
}

/** Returns the header fields that the document requires and the response lacks. */
const missingHeaders = ({ response: { headers } }: Situation, response: Response): string[] =>
  headers.filter((name) => !response.headers.has(name));

/** Returns whether the client must leave the body of a success unread, because the documented content is not JSON. */
function staysUnread({ operation, method }: OperationEntry, { status, headers }: Response): boolean {
  const content = documentedContent(document, operation) ?? suggestedContent(method);
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

/** Returns the rows of a test table. The title comes first, because `%s` prints the title without cutting it off. */
const rows = (situations: readonly Situation[]) =>
  situations.map((situation): [title: string, situation: Situation] => [titleOf(situation), situation]);

describe.each(listOperations(document))('$id', (operation) => {
  const { method, path } = operation;
  const responses = documentedResponses(document, operation);
  // The clients of a live tenant have no `fetch` function that adds credentials.
  const skipped = (inject('target') === 'live' ? uncallable : uncallableWithFetch)(document, operation);
  const situations = target
    .situations(operation, responses)
    .map((situation) => (skipped === undefined ? situation : { ...situation, skipped }));
  const possible = situations.filter(({ skipped }) => skipped === undefined);
  const isSuccess = ({ status }: Situation) => status.startsWith('2');
  /** Returns the body of the situation, if any, or else a matcher for the bodies that the document allows. */
  const expectedBody = ({ body }: Situation, status: number): unknown =>
    body ?? expect.toSatisfy((actual) => acceptsBody(responses, status, actual));

  // Test failures first, because an item of a live tenant can be deleted only once.
  test.for(rows(possible.filter((situation) => !isSuccess(situation))))('%s', async ([, situation]) => {
    const { data, error, response } = await resultOf(operation, situation);
    expect(data).toBeUndefined();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: response.status, method, path });
    expect(response.status).toSatisfy((status) => allowsStatus(situation, status));
    expect(missingHeaders(situation, response)).toEqual([]);
    expect(error?.body).toSatisfy((body) => acceptsBody(responses, response.status, body));
    expect(error?.body).toEqual(expectedBody(situation, response.status));
    expect(error?.rateLimit).toEqual(rateLimitIn(response.headers));
  });

  test.for(rows(possible.filter(isSuccess)))('%s', async ([, situation]) => {
    const { data, error, response } = await resultOf(operation, situation);
    expect(error).toBeUndefined();
    expect(response.status).toSatisfy((status) => allowsStatus(situation, status));
    expect(missingHeaders(situation, response)).toEqual([]);
    const isUnread = staysUnread(operation, response);
    expect(data instanceof Response).toBe(isUnread);
    // An unread response has no data to compare.
    expect(isUnread || acceptsBody(responses, response.status, data)).toBe(true);
    expect(data).toEqual(isUnread ? response : expectedBody(situation, response.status));
  });

  // The title contains the reason for the skip, so that every report shows the reason.
  for (const situation of situations) {
    if (situation.skipped !== undefined) test.skip(`${titleOf(situation)}: skipped: ${situation.skipped}`);
  }

  // Run this test only for the mock: for the other targets, a situation is planned for each response.
  if (inject('target') === 'prism') {
    test('has a situation for every documented response', () => {
      const missing = responses.filter((response) => !situations.some((situation) => situation.response === response));
      expect(missing.map(({ documented }) => documented)).toEqual([]);
    });
  }
});

describeSequences(document, target);
