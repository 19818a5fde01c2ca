// Tests a live run with the client, a simulated service and fake time.

import { contractTests, liveTarget } from 'tools-contract/suite';
import { expect, test, vi } from 'vitest';
import { ApiError, clientCredentials, createManagementClient } from '../../../src/index.ts';
import type { ContractTest } from '../../../tools/contract/src/suite/call-rules.ts';
import { advanceUntilSettled, useFakeTime } from '../../support/fake-time.ts';
import { library } from '../../support/library-document.ts';

/** Returns the tests of an operation that reads. The tenant also has the id of an item to delete. */
function testsOfRead(callTimeout = 10_000): ContractTest[] {
  const baseUrl = 'https://library.example.com';
  const ids = {
    readBook: { values: { book_id: 'bok_1' }, source: 'TENANT_IDS' },
    deleteBook: { values: { book_id: 'bok_2' }, source: '--id' },
  };
  const client = { clientId: 'id', clientSecret: 'secret' };
  const tenant = { baseUrl, tokenUrl: `${baseUrl}/token`, client, ids, callTimeout };
  const clientPackage = { createClient: createManagementClient, clientCredentials };
  return contractTests(library, liveTarget(library, clientPackage, tenant), ApiError, ['readBook']);
}

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
  const longest = testsOfRead(callTimeout).find(({ title }) => title.includes('similar ids'));
  await advanceUntilSettled(longest?.run?.() ?? Promise.reject(new Error('no such test')));
  return performance.now() - start;
}

test('a live run passes if each call ends in time, although the test takes longer', async () => {
  expect(await runSlowly(10_000)).toBeGreaterThanOrEqual(7 * 9000);
});

test('a live run fails if a call exceeds the timeout of a call', async () => {
  await expect(runSlowly(8000)).rejects.toThrow('timed out after 8000 ms');
});

test('a live run skips the calls after a deletion if the option --operation excludes the deletion', () => {
  const titles = testsOfRead().flatMap(({ title }) => (title.includes('DELETE') ? title : []));
  expect(titles).toEqual([
    'GET /books/{book_id} returns 404 for the item that DELETE has deleted: skipped: the option --operation excludes deleteBook',
    'GET /books/{book_id} returns the other item, which still exists after DELETE: skipped: the option --operation excludes deleteBook',
    'GET /books/{book_id} returns 404 for the item that DELETE has deleted',
  ]);
});
