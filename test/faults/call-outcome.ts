// The outcome of a call as plain data. This module imports nothing, so that it runs on every runtime.

/** The outcome of a call: the result that it returns, or the error that it rejects with. */
export type CallOutcome =
  | { readonly status: number; readonly data: unknown }
  | {
      /** Name of the error's class. */
      readonly error: string | undefined;
      readonly status: number;
      readonly message: string;
      readonly body: unknown;
      readonly cause: string | undefined;
    }
  | {
      readonly thrown: 'TokenError';
      readonly status: number;
      readonly message: string;
      readonly code: string | undefined;
      readonly description: string | undefined;
      readonly cause: string | undefined;
    }
  | { readonly thrown: string };

/** The result of a call, with the properties that an outcome needs. */
interface ClientResult {
  readonly data?: unknown;
  readonly error?: (Error & { readonly status: number; readonly body: unknown }) | undefined;
  readonly response: { readonly status: number };
}

/** The properties of a `TokenError` that an outcome contains. */
interface ThrownTokenError extends Error {
  readonly status: number;
  readonly error: string | undefined;
  readonly errorDescription: string | undefined;
}

/**
 * Waits for a call; returns its outcome in a form that tests can compare, and the error itself, which is `undefined` for
 * a success.
 */
export async function outcomeOf(call: Promise<ClientResult>): Promise<{ outcome: CallOutcome; failure: unknown }> {
  try {
    const { data, error, response } = await call;
    if (error === undefined) return { outcome: { status: response.status, data }, failure: undefined };
    const { status, message, body, cause } = error;
    return { outcome: { error: className(error), status, message, body, cause: className(cause) }, failure: error };
  } catch (failure) {
    return { outcome: outcomeOfRejection(failure), failure };
  }
}

function outcomeOfRejection(failure: unknown): CallOutcome {
  const thrown = className(failure) ?? 'nothing';
  if (thrown !== 'TokenError') return { thrown };
  // The cast is safe: only the client has a class of this name.
  const { status, error, errorDescription, cause, message: text } = failure as ThrownTokenError;
  // Each server has another port.
  const message = text.replace(/:\d+\/api/, '/api');
  return { thrown, status, message, code: error, description: errorDescription, cause: className(cause) };
}

/** Returns the class name of an error; for a DOMException its `name`, such as `TimeoutError`. */
function className(value: unknown): string | undefined {
  if (value instanceof DOMException) return value.name;
  return value instanceof Error ? value.constructor.name : undefined;
}
