/** Timeout of the calls that time out. On an idle machine, the request is sent before the timeout. */
export const TIMEOUT_MS = 1_000;
