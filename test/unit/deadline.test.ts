import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, TimeoutError, type TokenSource } from '../../src/index.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { advanceUntilSettled, runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { pacerOf } from '../support/pacing.ts';
import { CLIENT, createScriptedClient } from '../support/scripted-client.ts';
import {
  createResponse,
  deferred,
  endlessResponse,
  neverResponds,
  type ScriptedResponse,
} from '../support/scripted-fetch.ts';

const expectTimeoutError = (reason: unknown) => expect(reason).toMatchObject({ name: 'TimeoutError' });

describe('the TimeoutError of a call', () => {
  const auth = () => clientCredentials(CLIENT);
  const unavailable = () => createResponse(503);
  const issued = () => createResponse(200, { access_token: 'fresh' });
  const cases: [string, ScriptedResponse[], TokenSource | undefined][] = [
    ['attempt 1, waiting for the response', [neverResponds], undefined],
    ['attempt 2, waiting for the response', [unavailable, neverResponds], undefined],
    ['attempt 1, waiting for the body', [endlessResponse(200)], undefined],
    ['not sent, waiting for the token endpoint', [neverResponds], auth()],
    ['attempt 2, waiting for the token endpoint', [issued, unavailable, createResponse(401), neverResponds], auth()],
  ];
  test.each(cases)(
    'names the method, the path, the timeout, the attempt and the activity: %s',
    async (activity, responses, auth) => {
      useFakeTime();
      const { read } = createScriptedClient(responses, auth === undefined ? {} : { auth });
      const error = await advanceUntilSettled(rejectionOf(read({ timeout: 2_000 })));
      expect(error).toBeInstanceOf(TimeoutError);
      expectTimeoutError(error);
      expect(error.message).toBe(`GET /token-exchange-profiles/{id} timed out after 2000 ms (${activity})`);
    },
  );
});

describe('a call whose process is stalled until after the deadline', () => {
  test.each([
    [429, 'waiting for the rate limit'],
    [503, 'waiting for the response'],
  ])('sends no retry after a %i, even if the timer of the deadline runs late', async (status, activity) => {
    useFakeTime();
    const { read, sent } = createScriptedClient([createResponse(status, {}, { 'Retry-After': '4' })]);
    const call = rejectionOf(read({ timeout: 5_000 }));
    await runPendingTasks();
    // Let time pass while no timer can run. After that, the timer of the delay runs before the timer of the deadline.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
    vi.advanceTimersToNextTimer();
    expect((await call).message).toBe(
      `GET /token-exchange-profiles/{id} timed out after 5000 ms (attempt 1, ${activity})`,
    );
    await runPendingTasks();
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('sends no API request if the token arrives after the deadline', async () => {
    useFakeTime();
    const late = deferred<string>();
    const { read } = createScriptedClient([], { auth: () => late.promise });
    const call = rejectionOf(read({ timeout: 1_000 }));
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    late.resolve('t0ken');
    expectTimeoutError(await call);
  });

  test('sends no API request if the pacer lets the call through after the deadline', async () => {
    useFakeTime();
    const turn = deferred<() => undefined>();
    const { read } = createScriptedClient([], { pacer: pacerOf({ enter: () => turn.promise }) });
    const call = rejectionOf(read({ timeout: 1_000 }));
    await runPendingTasks();
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    turn.resolve(() => undefined);
    expect((await call).message).toContain('timed out after 1000 ms (not sent, waiting for the rate limit)');
  });

  test('sends no token request if the client authentication finishes after the deadline', async () => {
    useFakeTime();
    const auth = clientCredentials({
      clientId: 'my-service',
      clientAuthentication: () => {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
      },
    });
    const { read } = createScriptedClient([], { auth });
    const error = await rejectionOf(read());
    expectTimeoutError(error);
    expect(error.message).toContain('timed out after 60000 ms (not sent, waiting for the token endpoint)');
  });
});
