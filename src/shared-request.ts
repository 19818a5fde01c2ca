import { type Attempts, DEFAULT_RETRY } from './retry.js';
import type { Token } from './token-cache.js';

/** The token of one token URL and audience. */
export interface TokenSlot {
  current?: Token;
  request?: SharedRequest;
}

/** One token request that all waiting calls share. It lives while somebody waits for it. */
export interface SharedRequest {
  readonly token: Promise<string>;
  readonly controller: AbortController;
  readonly attempts: Attempts;
  waiting: number;
}

/** Begins the token request that every caller of this slot will share. */
export function startRequest(
  slot: TokenSlot,
  deadline: number,
  request: (attempts: Attempts) => Promise<Token>,
): SharedRequest {
  const controller = new AbortController();
  const { signal } = controller;
  const attempts = { count: 1, retry: DEFAULT_RETRY, idempotent: true, deadline, signal };
  const token = request(attempts).then((issued) => {
    // A request that was given up may still end, after a newer one.
    if (!signal.aborted) slot.current = issued;
    return issued.token;
  });
  const shared = { token, controller, attempts, waiting: 0 };
  const clear = () => {
    if (slot.request === shared) delete slot.request;
    // A request of one's own that was overtaken by another process's token ends here.
    controller.abort();
  };
  token.then(clear, clear);
  return shared;
}

/** Waits for the shared request; whoever leaves last ends it. */
export function waitFor(
  slot: TokenSlot,
  shared: SharedRequest,
  signal: AbortSignal,
  deadline: number,
): Promise<string> {
  shared.waiting += 1;
  shared.attempts.deadline = Math.max(shared.attempts.deadline, deadline);
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason);
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      delete slot.request;
      shared.controller.abort(signal.reason);
    };
    const stay = () => signal.removeEventListener('abort', leave);
    signal.addEventListener('abort', leave);
    shared.token.finally(stay).then(resolve, reject);
  });
}
