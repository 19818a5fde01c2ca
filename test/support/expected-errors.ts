import type { ApiError, Result } from '../../src/index.ts';

/** Returns the `error` of a call; throws if the call succeeds. */
export async function apiErrorOf(call: Promise<Result<unknown>>): Promise<ApiError> {
  const { error } = await call;
  if (error === undefined) throw new Error('the call succeeded');
  return error;
}

/** Returns the error that a promise rejects with; throws if the promise resolves. */
export async function rejectionOf(promise: Promise<unknown>): Promise<Error> {
  const reason = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(reason instanceof Error)) throw new Error('the promise did not reject with an error');
  return reason;
}

/** Returns the error that a function throws; throws if the function returns. */
export function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof Error) return thrown;
  }
  throw new Error('the function did not throw an error');
}
