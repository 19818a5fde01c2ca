import { describe, expect, test, vi } from 'vitest';
import { rejectionOf } from '../support/expected-errors.js';
import { runPendingTasks } from '../support/fake-time.js';
import { createScriptedClient, PROFILE } from '../support/scripted-client.js';
import { createResponse, endlessResponse, ignoresAbort, neverResponds } from '../support/scripted-fetch.js';

describe('aborting a call', () => {
  test('makes the call reject with the reason of the signal, and aborts the request', async () => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const { read, sent } = createScriptedClient([neverResponds]);
    const call = rejectionOf(read({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(reason);
    expect(await call).toBe(reason);
    expect(sent[0]?.signal.reason).toBe(reason);
  });

  test('before the call starts prevents both the token request and the API request', async () => {
    const reason = new Error('the user left');
    const auth = vi.fn(() => 't0ken');
    const { read } = createScriptedClient([], { auth });
    expect(await rejectionOf(read({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(auth).not.toHaveBeenCalled();
  });

  test.each([
    ['even if fetch ignores the signal', ignoresAbort],
    ['while the body of a 200 response is read', endlessResponse(200)],
    ['while the body of a 500 response is read', endlessResponse(500)],
  ])('ends the call %s', async (_case, response) => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const { read } = createScriptedClient([response]);
    const call = rejectionOf(read({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(reason);
    expect(await call).toBe(reason);
  });

  test('has no effect after the call has ended', async () => {
    const controller = new AbortController();
    const { read, sent } = createScriptedClient([createResponse(200, PROFILE)]);
    const { data } = await read({ signal: controller.signal });
    controller.abort();
    expect(data).toEqual(PROFILE);
    expect(sent[0]?.signal.aborted).toBe(false);
  });
});
