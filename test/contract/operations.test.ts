import { describe, expect, inject, test } from 'vitest';
import { findApi, readDocument } from '../../scripts/document.ts';
import { ApiError, createManagementClient, type Result } from '../../src/index.js';
import { contractCases } from './cases.ts';

type AnyCall = (path: string, init: object) => Promise<Result<unknown>>;

const { file } = await findApi();
const document = await readDocument(file);
const client = createManagementClient({ baseUrl: inject('mockUrl'), auth: 'any-token', retry: 0 });
// The operations come from the document at run time, so that the calls cannot be typed by their paths.
const calls = client as unknown as Readonly<Record<string, AnyCall | undefined>>;

/** Calls an operation and has the mock answer with a status. */
async function call(method: string, path: string, init: object, status: number): Promise<Result<unknown>> {
  const { [method]: send } = calls;
  if (send === undefined) throw new Error(`The client has no method ${method}`);
  return send(path, { ...init, headers: { Prefer: `code=${status}` } });
}

/** Prism's own answer to what the document does not know, in place of the document's. */
const isPrismProblem = (body: unknown): boolean =>
  JSON.stringify(body ?? null).includes('https://stoplight.io/prism/errors');

describe.each(contractCases(document))('$placed.id', ({ placed: { method, path }, cases }) => {
  const successes = cases.filter(({ status }) => status < 300);
  const failures = cases.filter(({ status }) => status >= 300);
  const limited = failures.filter(({ headers }) => headers.includes('X-RateLimit-Reset'));

  test.for(successes)('$status ($documented): $description', async ({ status, call: init, headers, accepts }) => {
    const result = await call(method, path, init, status);
    expect(result.response.headers.get('sl-violations')).toBeNull();
    expect(result.error).toBeUndefined();
    expect(result.response.status).toBe(status);
    expect(result.data).toSatisfy(accepts);
    expect([...result.response.headers.keys()]).toEqual(
      expect.arrayContaining(headers.map((name) => name.toLowerCase())),
    );
  });

  test.for(failures)('$status ($documented): $description', async ({ status, call: init, headers, accepts }) => {
    const result = await call(method, path, init, status);
    expect(result.response.headers.get('sl-violations')).toBeNull();
    expect(result.data).toBeUndefined();
    expect(result.error).toBeInstanceOf(ApiError);
    expect(result.error).toMatchObject({ status, method, path, attempts: 1 });
    expect(result.error?.body).not.toSatisfy(isPrismProblem);
    expect(result.error?.body).toSatisfy(accepts);
    expect([...result.response.headers.keys()]).toEqual(
      expect.arrayContaining(headers.map((name) => name.toLowerCase())),
    );
  });

  test.for(limited)('$status ($documented): the rate limit is read', async ({ status, call: init }) => {
    const { error, response } = await call(method, path, init, status);
    expect(error?.rateLimit).toEqual({
      limit: Number(response.headers.get('X-RateLimit-Limit')),
      remaining: Number(response.headers.get('X-RateLimit-Remaining')),
      reset: Number(response.headers.get('X-RateLimit-Reset')),
    });
  });
});
