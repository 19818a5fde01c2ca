import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clientCredentials } from '../../src/index.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { advanceUntilSettled, NOW, useFakeTime } from '../support/fake-time.ts';
import { createScriptedClient, PROFILE } from '../support/scripted-client.ts';
import {
  createResponse,
  endlessResponse,
  ignoresAbort,
  neverResponds,
  respondAfter,
} from '../support/scripted-fetch.ts';

beforeEach(() => useFakeTime());

const ok = () => createResponse(200, PROFILE);

describe('attemptTimeout', () => {
  test.each([
    ['no response', neverResponds],
    ['no response, and ignores its signal', ignoresAbort],
    ['a 200 whose body never ends', () => endlessResponse(200)],
    ['a 500 whose body never ends', () => endlessResponse(500)],
  ])('ends an attempt that gets %s, and an idempotent call succeeds with a retry', async (_fault, respond) => {
    const { read, sent } = createScriptedClient([respond, ok()], { attemptTimeout: 5_000 });
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 5_000]);
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is a NetworkError with the code attempt_timeout after the last retry', async () => {
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
    const { call } = createScriptedClient([neverResponds], { attemptTimeout: 2_000 });
    expect(await advanceUntilSettled(rejectionOf(call('POST', '/things')))).toMatchObject({
      code: 'attempt_timeout',
      attempts: 1,
      maybePerformed: 1,
    });
  });

  test('does not count the delay before a retry', async () => {
    const refused = createResponse(429, {}, { 'Retry-After': '7' });
    const { read } = createScriptedClient([refused, respondAfter(1_900, ok())], { attemptTimeout: 2_000 });
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
  });

  test.each([401, 429])('limits the time to read the body of the last %i', async (status) => {
    const { read } = createScriptedClient([endlessResponse(status)], { attemptTimeout: 2_000, retry: 0 });
    expect(await advanceUntilSettled(rejectionOf(read()))).toMatchObject({
      code: 'attempt_timeout',
      maybePerformed: 0,
    });
    expect(Date.now()).toBe(NOW + 2_000);
  });

  test('does not shorten the Retry-After of a response whose body never ends', async () => {
    const stalled = endlessResponse(503);
    stalled.headers.set('Retry-After', '7');
    const { read, sent } = createScriptedClient([stalled, ok()], { attemptTimeout: 2_000 });
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 7_000]);
    const late = createScriptedClient(
      [
        () => {
          const response = endlessResponse(503);
          response.headers.set('Retry-After', '3600');
          return response;
        },
      ],
      { attemptTimeout: 2_000 },
    );
    expect(await advanceUntilSettled(rejectionOf(late.read()))).toMatchObject({ code: 'attempt_timeout', attempts: 1 });
  });

  test('cancels the body of a late response to an aborted attempt, which has no effect on the next attempt', async () => {
    const late = createResponse(429, {}, { 'Retry-After': '30' });
    const cancel = vi.spyOn(late.body ?? new ReadableStream(), 'cancel');
    const responses = [respondAfter(3_000, late), createResponse(503, {}, { 'Retry-After': '5' }), ok()];
    const { read, sent } = createScriptedClient(responses, { attemptTimeout: 2_000 });
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 2_000, 7_000]);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  test('limits each attempt of a token request', async () => {
    const token = createResponse(200, { access_token: 't0ken', token_type: 'Bearer', expires_in: 60 });
    const { read, sent } = createScriptedClient([neverResponds, () => endlessResponse(200), token, ok()], {
      auth: clientCredentials({ clientId: 'id', clientSecret: 'secret' }),
      attemptTimeout: 3_000,
    });
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 3_000, 6_000, 6_000]);
  });

  test('limits the client authentication of a token request, and an ended attempt sends no token request', async () => {
    const token = createResponse(200, { access_token: 't0ken', token_type: 'Bearer', expires_in: 60 });
    const clientAuthentication = vi.fn<() => Promise<void>>(async () => undefined);
    clientAuthentication.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 4_000)));
    const auth = clientCredentials({ clientId: 'id', clientAuthentication });
    const { read, sent } = createScriptedClient([respondAfter(2_000, token), ok()], { auth, attemptTimeout: 3_000 });
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    expect(sent.map(({ at }) => at - NOW)).toEqual([3_000, 5_000]);
  });

  test('of one call does not end the token request of calls without it', async () => {
    const token = () => createResponse(200, { access_token: 't0ken', token_type: 'Bearer', expires_in: 60 });
    const slow = respondAfter(1_000, token());
    const auth = clientCredentials({ clientId: 'id', clientSecret: 'secret' });
    const { read } = createScriptedClient([neverResponds, neverResponds, neverResponds, slow, ok()], { auth });
    const failed = rejectionOf(read({ attemptTimeout: 200 }));
    const longer = read();
    expect(await advanceUntilSettled(failed)).toMatchObject({ code: 'attempt_timeout', during: 'token' });
    expect((await advanceUntilSettled(longer)).data).toEqual(PROFILE);
  });

  test('of a call has priority over that of the client', async () => {
    const { read } = createScriptedClient([neverResponds], { attemptTimeout: 5_000, retry: 0 });
    await advanceUntilSettled(rejectionOf(read({ attemptTimeout: 1_000 })));
    expect(Date.now()).toBe(NOW + 1_000);
  });

  test('of the client has no effect on a call with a shorter timeout', async () => {
    const { read } = createScriptedClient([neverResponds], { attemptTimeout: 5_000 });
    expect(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 })))).toMatchObject({ name: 'TimeoutError' });
  });
});
