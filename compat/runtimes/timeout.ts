/** Timeout of the calls that time out: long enough that the request is sent first, also on a busy machine. */
export const TIMEOUT_MS = 1_000;
