// The contract suite for all three targets. It tests every documented response of every operation over the network.
import { afterAll, describe, expect, inject, test } from 'vitest';
import { findApi, listOperations, type OperationEntry, readDocument } from '../../scripts/openapi/document.ts';
import { ApiError, type Result } from '../../src/index.js';
import { callOperation, expectNoViolation } from './call-operation.ts';
import { acceptsBody, documentedResponses } from './cases.ts';
import { describeSequences } from './describe-sequences.ts';
import { startTarget } from './start-target.ts';
import { allowsStatus, type Situation } from './target.ts';

const { file } = await findApi();
const document = await readDocument(file);
const target = await startTarget(inject('target'), document, inject('mockUrl'));
afterAll(() => target.stop());

/** Prepares a situation and calls the operation. A violation of the document that Prism reports fails the test. */
async function resultOf(operation: OperationEntry, situation: Situation): Promise<Result<unknown>> {
  const { arrange, when, isRequestInvalid } = situation;
  if (arrange === undefined) throw new Error(`The target cannot arrange: ${when}`);
  const { management, init } = await arrange();
  const result = await callOperation(management, operation, init);
  expectNoViolation(result, isRequestInvalid);
  return result;
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
  const situations = target.situations(operation, responses);
  const possible = situations.filter(({ skipped }) => skipped === undefined);
  const successes = possible.filter(({ status }) => status.startsWith('2'));
  const failures = possible.filter(({ status }) => !status.startsWith('2'));
  /** Returns the exact body if the situation has one, or else a matcher for any body that the document allows. */
  const expectedBody = ({ body }: Situation, status: number): unknown =>
    body ?? expect.toSatisfy((actual) => acceptsBody(responses, status, actual));
  const withHeaders = possible.filter(({ response }) => response.headers.length > 0);
  const limited = failures.filter(({ response }) => response.headers.includes('X-RateLimit-Reset'));

  test.for(rows(successes))('%s', async ([, situation]) => {
    const { data, error, response } = await resultOf(operation, situation);
    expect(error).toBeUndefined();
    expect(response.status).toSatisfy((status) => allowsStatus(situation, status));
    // `data` is the response itself if the document shows content that is not JSON: there is no parsed body to compare.
    const isUnread = data instanceof Response;
    expect(isUnread || acceptsBody(responses, response.status, data)).toBe(true);
    expect(data).toEqual(isUnread ? response : expectedBody(situation, response.status));
  });

  test.for(rows(failures))('%s', async ([, situation]) => {
    const { data, error, response } = await resultOf(operation, situation);
    expect(data).toBeUndefined();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: response.status, method, path });
    expect(response.status).toSatisfy((status) => allowsStatus(situation, status));
    expect(error?.body).toSatisfy((body) => acceptsBody(responses, response.status, body));
    expect(error?.body).toEqual(expectedBody(situation, response.status));
  });

  test.for(rows(withHeaders))('%s, with the required header fields', async ([, situation]) => {
    const { response } = await resultOf(operation, situation);
    const required = situation.response.headers.map((name) => name.toLowerCase());
    expect(required.filter((name) => !response.headers.has(name))).toEqual([]);
  });

  test.for(rows(limited))('%s, and error.rateLimit has the values of the header fields', async ([, situation]) => {
    const { error, response } = await resultOf(operation, situation);
    expect(error?.rateLimit).toEqual({
      limit: Number(response.headers.get('X-RateLimit-Limit')),
      remaining: Number(response.headers.get('X-RateLimit-Remaining')),
      reset: Number(response.headers.get('X-RateLimit-Reset')),
    });
  });

  // The title contains the reason, so that every report shows it.
  for (const situation of situations) {
    if (situation.skipped !== undefined) test.skip(`${titleOf(situation)}: skipped: ${situation.skipped}`);
  }

  test('has a situation for every documented response', () => {
    const missing = responses.filter((response) => !situations.some((situation) => situation.response === response));
    expect(missing.map(({ documented }) => documented)).toEqual([]);
  });
});

describeSequences(document, target);
