// The program that runs on every runtime: makes the calls that the test run asks for, and reports their outcomes.
import { clientCredentials, createManagementClient } from 'tenant-management-client';
import { observeDrift } from 'tenant-management-client/drift';
import { getTokenExchangeProfilesById } from 'tenant-management-client/drift/checks';
import { outcomeOf } from '../../../test/faults/call-outcome.ts';
import type { CallReport, CallTask, SmokeSettings } from '../messages.ts';
import { runSmokeTest } from './smoke-test.ts';

/** Matches a word that occurs in every token and client secret of the battery, but in no other text. */
const SECRET_PATTERN = /recognisable/;

/** Sends a message to the control server, and resolves with its answer. */
type Ask = (path: string, message?: unknown) => Promise<unknown>;

/** Runs the smoke test, and then makes calls until the test run has no more calls. */
export async function runProgram(control: string): Promise<void> {
  const ask: Ask = async (path, message = null) => {
    const response = await fetch(control + path, { method: 'POST', body: JSON.stringify(message) });
    return response.json();
  };
  // The casts of this function are safe: the control server sends these types.
  await runSmokeTest((await ask('/smoke')) as SmokeSettings);
  // A backoff is a random part of a maximum, so every backoff is now zero.
  Math.random = () => 0;
  let report: CallReport | undefined;
  for (;;) {
    const task = (await ask('/next', report)) as CallTask | null;
    if (task === null) return;
    report = await makeCall(task, ask);
  }
}

/** Makes a call, and reports its outcome. */
async function makeCall({ baseUrl, auth, method, path, options, abort }: CallTask, ask: Ask): Promise<CallReport> {
  const controller = new AbortController();
  const reason = new Error('canceled');
  const abortNow = () => controller.abort(reason);
  if (abort === 'before') abortNow();
  if (abort === 'request') ask('/received').then(abortNow);
  const management = createManagementClient({
    baseUrl,
    auth: typeof auth === 'string' ? auth : clientCredentials(auth),
    ...(abort === 'response' && { fetch: fetchThenCall(abortNow) }),
  });
  // The check of a response must not change the outcome of a call.
  const observed = observeDrift(management, () => undefined, { operations: [getTokenExchangeProfilesById], share: 1 });
  // The types reject methods that the document does not have; at run time, the client is an object of functions.
  const call = (observed as unknown as Record<string, (path: string, options: object) => Promise<never>>)[method];
  if (call === undefined) throw new Error(`the client has no method ${method}`);
  const { outcome, failure } = await outcomeOf(call(path, { ...options, signal: controller.signal }));
  return {
    outcome: failure === reason ? { thrown: 'the reason of the signal' } : outcome,
    leaks: textsOf(failure).some((text) => SECRET_PATTERN.test(text)),
  };
}

/** Returns a `fetch` function that calls `then` when the client reads the body of a response, or waits before a retry. */
function fetchThenCall(then: () => void): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    // The client uses the response in microtasks, which run before the timer.
    setTimeout(then);
    return response;
  };
}

/** Returns the texts that a program can print for an error, and for its causes. */
function textsOf(error: unknown): string[] {
  if (error === undefined) return [];
  const { stack, cause } = Object(error);
  return [String(error), String(stack), JSON.stringify(error) ?? '', ...textsOf(cause)];
}
