import type { ApiError, Result } from '../../src/index.js';

/** The error of a call that must have one. */
export async function apiErrorOf(call: Promise<Result<unknown>>): Promise<ApiError> {
  const { error } = await call;
  if (error === undefined) throw new Error('the call succeeded');
  return error;
}

/** What a promise that must be rejected is rejected with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<Error> {
  const reason = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(reason instanceof Error)) throw new Error('there was no rejection with an error');
  return reason;
}

/** What a function that must throw throws. */
export function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof Error) return thrown;
  }
  throw new Error('no error was thrown');
}
