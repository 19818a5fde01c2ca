// The contract suite for all three targets. It tests every documented response of every operation over the network.
import { afterAll, describe, expect, inject, test } from 'vitest';
import { findApi, listOperations, readDocument } from '../../scripts/openapi/document.ts';
import { ApiError, type ManagementClient, type Result } from '../../src/index.js';
import { acceptsBody, documentedResponses } from './cases.ts';
import { startTarget } from './start-target.ts';
import { allowsStatus, type Situation } from './target.ts';

type AnyCall = (path: string, init: object) => Promise<Result<unknown>>;

const { file } = await findApi();
const document = await readDocument(file);
const target = await startTarget(inject('target'), document, inject('mockUrl'));
afterAll(() => target.stop());

/** Arranges a situation and calls the operation. A schema violation that Prism reports fails the test. */
async function resultOf(method: string, path: string, { arrange, when }: Situation): Promise<Result<unknown>> {
  if (arrange === undefined) throw new Error(`The target cannot arrange: ${when}`);
  const { management, init } = await arrange();
  const result = await callOf(management, method)(path, init);
  expect(result.response.headers.get('sl-violations')).toBeNull();
  return result;
}

function callOf(management: ManagementClient, method: string): AnyCall {
  // The paths are read from the document at run time, so the compiler cannot check them.
  const { [method]: call } = management as unknown as Readonly<Record<string, AnyCall | undefined>>;
  if (call === undefined) throw new Error(`The client has no method ${method}`);
  return call;
}

/** Returns whether a body is an error from Prism itself, which has no such operation or response in the document. */
const isPrismProblem = (body: unknown): boolean =>
  JSON.stringify(body ?? null).includes('https://stoplight.io/prism/errors');

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
    const { data, error, response } = await resultOf(method, path, situation);
    expect(error).toBeUndefined();
    expect(response.status).toSatisfy((status) => allowsStatus(situation, status));
    expect(data).toSatisfy((body) => acceptsBody(responses, response.status, body));
    expect(data).toEqual(expectedBody(situation, response.status));
  });

  test.for(rows(failures))('%s', async ([, situation]) => {
    const { data, error, response } = await resultOf(method, path, situation);
    expect(data).toBeUndefined();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: response.status, method, path });
    expect(response.status).toSatisfy((status) => allowsStatus(situation, status));
    expect(error?.body).not.toSatisfy(isPrismProblem);
    expect(error?.body).toSatisfy((body) => acceptsBody(responses, response.status, body));
    expect(error?.body).toEqual(expectedBody(situation, response.status));
  });

  test.for(rows(withHeaders))('%s, with the required header fields', async ([, situation]) => {
    const { response } = await resultOf(method, path, situation);
    const required = situation.response.headers.map((name) => name.toLowerCase());
    expect(required.filter((name) => !response.headers.has(name))).toEqual([]);
  });

  test.for(rows(limited))('%s, and error.rateLimit has the values of the header fields', async ([, situation]) => {
    const { error, response } = await resultOf(method, path, situation);
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
