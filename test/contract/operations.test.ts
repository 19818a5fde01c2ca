// One suite for three targets: each documented answer of each operation, by what really comes over the wire.
import { afterAll, describe, expect, inject, test } from 'vitest';
import { findApi, listOperations, readDocument } from '../../scripts/document.ts';
import { ApiError, type ManagementClient, type Result } from '../../src/index.js';
import { documentedResponses } from './cases.ts';
import { type Situation, startTarget } from './target.ts';

type AnyCall = (path: string, init: object) => Promise<Result<unknown>>;

const { file } = await findApi();
const document = await readDocument(file);
const target = await startTarget(inject('target'), document, inject('mockUrl'));
afterAll(() => target.stop());

/** Brings the target into a situation and calls the operation; a violation that the proxy saw fails the test. */
async function answerOf(method: string, path: string, { arrange, when }: Situation): Promise<Result<unknown>> {
  if (arrange === undefined) throw new Error(`There is no way to ${when}`);
  const { management, init } = await arrange();
  const result = await callOf(management, method)(path, init);
  expect(result.response.headers.get('sl-violations')).toBeNull();
  return result;
}

function callOf(management: ManagementClient, method: string): AnyCall {
  // The operations come from the document at run time, so that the calls cannot be typed by their paths.
  const { [method]: call } = management as unknown as Readonly<Record<string, AnyCall | undefined>>;
  if (call === undefined) throw new Error(`The client has no method ${method}`);
  return call;
}

/** Prism's own answer to what the document does not know, in place of the document's. */
const isPrismProblem = (body: unknown): boolean =>
  JSON.stringify(body ?? null).includes('https://stoplight.io/prism/errors');

const hasRequiredHeaders = ({ headers }: Response, { response }: Situation) =>
  expect([...headers.keys()]).toEqual(expect.arrayContaining(response.headers.map((name) => name.toLowerCase())));

/** Every status that is written so: `404`, or `2XX` for a range. */
const asPattern = (status: string): RegExp => new RegExp(`^${status.replaceAll('X', '\\d')}$`);

/** What a table of tests shows of a situation. */
const rows = (situations: readonly Situation[]) =>
  situations.map((situation) => ({ ...situation, situation, documented: situation.response.documented }));

describe.each(listOperations(document))('$id', (placed) => {
  const { method, path } = placed;
  const responses = documentedResponses(document, placed);
  const situations = target.situations(placed, responses);
  const possible = situations.filter(({ skipped }) => skipped === undefined);
  const successes = possible.filter(({ status }) => status.startsWith('2'));
  const failures = possible.filter(({ status }) => !status.startsWith('2'));
  const limited = failures.filter(({ response }) => response.headers.includes('X-RateLimit-Reset'));

  test.for(rows(successes))('$status ($documented): $when', async ({ situation, status, response }) => {
    const result = await answerOf(method, path, situation);
    expect(result.error).toBeUndefined();
    expect(String(result.response.status)).toMatch(asPattern(status));
    expect(result.data).toSatisfy(result.response.status === 204 ? (data) => data === undefined : response.accepts);
    expect(result.data).toEqual(situation.body ?? result.data);
    hasRequiredHeaders(result.response, situation);
  });

  test.for(rows(failures))('$status ($documented): $when', async ({ situation, status, response }) => {
    const result = await answerOf(method, path, situation);
    expect(result.data).toBeUndefined();
    expect(result.error).toBeInstanceOf(ApiError);
    expect(result.error).toMatchObject({ status: Number(status), method, path });
    expect(result.error?.body).not.toSatisfy(isPrismProblem);
    expect(result.error?.body).toSatisfy(response.accepts);
    expect(result.error?.body).toEqual(situation.body ?? result.error?.body);
    hasRequiredHeaders(result.response, situation);
  });

  test.for(rows(limited))('$status ($documented): $when: the rate limit is read', async ({ situation }) => {
    const { error, response } = await answerOf(method, path, situation);
    expect(error?.rateLimit).toEqual({
      limit: Number(response.headers.get('X-RateLimit-Limit')),
      remaining: Number(response.headers.get('X-RateLimit-Remaining')),
      reset: Number(response.headers.get('X-RateLimit-Reset')),
    });
  });

  // The reason stands in the name, so that every report has it.
  for (const { status, response, when, skipped } of situations) {
    if (skipped !== undefined) test.skip(`${status} (${response.documented}): ${when}: skipped: ${skipped}`);
  }

  test('every documented answer has a situation', () => {
    const missing = responses.filter((response) => !situations.some((situation) => situation.response === response));
    expect(missing.map(({ documented }) => documented)).toEqual([]);
  });
});
