import { describe, expect, test, vi } from 'vitest';
import { clientCredentials } from '../../src/index.js';
import { rejectionOf } from '../support/expected-errors.js';
import { advanceUntilSettled, NOW, useFakeTime } from '../support/fake-time.js';
import { createScriptedClient, PROFILE } from '../support/scripted-client.js';
import {
  createResponse,
  endlessResponse,
  ignoresAbort,
  neverResponds,
  respondAfter,
} from '../support/scripted-fetch.js';

const ok = () => createResponse(200, PROFILE);

describe('attemptTimeout', () => {
  test.each([
    ['no response', neverResponds],
    ['no response, and ignores its signal', ignoresAbort],
    ['a 200 whose body never ends', () => endlessResponse(200)],
    ['a 500 whose body never ends', () => endlessResponse(500)],
  ])('ends an attempt that gets %s, and an idempotent call succeeds with a retry', async (_fault, respond) => {
    useFakeTime();
    const { read, sent } = createScriptedClient([respond, ok()], { attemptTimeout: 5_000 });
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 5_000]);
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is a NetworkError with the code attempt_timeout after the last retry', async () => {
    useFakeTime();
    const { remove } = createScriptedClient([neverResponds, neverResponds, neverResponds]);
    expect(await advanceUntilSettled(rejectionOf(remove({ attemptTimeout: 2_000 })))).toMatchObject({
      name: 'NetworkError',
      code: 'attempt_timeout',
      message: 'DELETE /token-exchange-profiles/{id}: the request exceeded attemptTimeout (attempt 3)',
      attempts: 3,
      maybePerformed: 3,
    });
  });

  test('ends a POST without a retry, because the server may have performed it', async () => {
    useFakeTime();
    const { call } = createScriptedClient([neverResponds], { attemptTimeout: 2_000 });
    expect(await advanceUntilSettled(rejectionOf(call('POST', '/things')))).toMatchObject({
      code: 'attempt_timeout',
      attempts: 1,
      maybePerformed: 1,
    });
  });

  test('does not count the delay before a retry', async () => {
    useFakeTime();
    const refused = createResponse(429, {}, { 'Retry-After': '7' });
    const { read } = createScriptedClient([refused, respondAfter(1_900, ok())], { attemptTimeout: 2_000 });
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
  });

  test.each([401, 429])('limits the time to read the body of the last %i', async (status) => {
    useFakeTime();
    const { read } = createScriptedClient([endlessResponse(status)], { attemptTimeout: 2_000, retry: 0 });
    expect(await advanceUntilSettled(rejectionOf(read()))).toMatchObject({
      code: 'attempt_timeout',
      maybePerformed: 0,
    });
    expect(Date.now()).toBe(NOW + 2_000);
  });

  test('limits the time to read a 429 that is not retried because of the deadline', async () => {
    useFakeTime();
    const stalled = endlessResponse(429);
    stalled.headers.set('Retry-After', '90');
    const { read } = createScriptedClient([stalled], { attemptTimeout: 2_000 });
    expect(await advanceUntilSettled(rejectionOf(read()))).toMatchObject({ code: 'attempt_timeout', attempts: 1 });
  });

  test('limits each attempt of a token request', async () => {
    useFakeTime();
    const token = createResponse(200, { access_token: 't0ken', token_type: 'Bearer', expires_in: 60 });
    const { read, sent } = createScriptedClient([neverResponds, () => endlessResponse(200), token, ok()], {
      auth: clientCredentials({ clientId: 'id', clientSecret: 'secret' }),
      attemptTimeout: 3_000,
    });
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 3_000, 6_000, 6_000]);
  });

  test('of a call has priority over that of the client', async () => {
    useFakeTime();
    const { read } = createScriptedClient([neverResponds], { attemptTimeout: 5_000, retry: 0 });
    await advanceUntilSettled(rejectionOf(read({ attemptTimeout: 1_000 })));
    expect(Date.now()).toBe(NOW + 1_000);
  });

  test('of the client has no effect on a call with a shorter timeout', async () => {
    useFakeTime();
    const { read } = createScriptedClient([neverResponds], { attemptTimeout: 5_000 });
    expect(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 })))).toMatchObject({ name: 'TimeoutError' });
  });
});
