// Tests the time that a live run allows, with the client, a simulated service and fake time.
import { contractTests, liveTarget } from 'tools-contract/suite';
import { expect, test, vi } from 'vitest';
import { ApiError, clientCredentials, createManagementClient } from '../../../src/index.ts';
import { advanceUntilSettled, useFakeTime } from '../../support/fake-time.ts';
import { library } from '../../support/library-document.ts';

/** Runs the test with the most calls. Each response takes 9 s. Returns the duration of the test in milliseconds. */
async function runSlowly(callTimeout: number): Promise<number> {
  useFakeTime();
  const start = performance.now();
  const token = { access_token: 'token', token_type: 'Bearer', expires_in: 3600 };
  vi.stubGlobal('fetch', async ({ url }: Request, { signal }: { signal: AbortSignal }) => {
    if (url.endsWith('/token')) return Response.json(token);
    await new Promise<void>((resolve, reject) => {
      setTimeout(resolve, 9000);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    return Response.json({}, { status: 404 });
  });
  const baseUrl = 'https://library.example.com';
  const ids = { readBook: { values: { book_id: 'bok_1' }, source: '--id' } };
  const client = { clientId: 'id', clientSecret: 'secret' };
  const tenant = { baseUrl, tokenUrl: `${baseUrl}/token`, client, ids, callTimeout };
  const clientPackage = { createClient: createManagementClient, clientCredentials };
  const tests = contractTests(library, liveTarget(library, clientPackage, tenant), ApiError, ['readBook']);
  const longest = tests.find(({ title }) => title.includes('similar ids'));
  await advanceUntilSettled(longest?.run?.() ?? Promise.reject(new Error('no such test')));
  return performance.now() - start;
}

test('a live run passes if each call ends in time, although the test takes longer', async () => {
  expect(await runSlowly(10_000)).toBeGreaterThanOrEqual(7 * 9000);
});

test('a live run fails if a call exceeds the timeout of a call', async () => {
  await expect(runSlowly(8000)).rejects.toThrow('timed out after 8000 ms');
});
