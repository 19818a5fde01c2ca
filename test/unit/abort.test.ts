import { describe, expect, test } from 'vitest';
import { rejectionOf } from '../support/expected-errors.ts';
import { runPendingTasks } from '../support/fake-time.ts';
import { createScriptedClient } from '../support/scripted-client.ts';
import { endlessResponse, ignoresAbort } from '../support/scripted-fetch.ts';

describe('aborting a call', () => {
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
});
