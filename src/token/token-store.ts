import { isBearerToken } from '../options.js';
import { settleWithin, TIME_OVER } from '../wait.js';
import type { Token } from './shared-requests.js';

/**
 * A store that processes share, such as Redis: an object with the methods `get`, `set` and `delete` of Keyv. If it also
 * has `add`, processes that start at the same time send only one token request.
 *
 * The values are live access tokens: protect the store as you protect a secret. The keys contain no secret.
 */
export interface TokenStore {
  /** Returns the value of a key, or a promise of it. A value that is not a string counts as absent. */
  get(key: string): unknown;
  /** Stores a value for `ttlMs`, a whole number of milliseconds; it can return a promise. */
  set(key: string, value: string, ttlMs: number): unknown;
  /** Deletes a key; it can return a promise. */
  delete(key: string): unknown;
  /**
   * Stores a value for `ttlMs` only if the key is absent, such as `SET key value NX PX ttlMs` in Redis. Returns a
   * truthy value, or a promise of it, only if it has stored the value.
   */
  add?(key: string, value: string, ttlMs: number): unknown;
}

/** The result of a store operation that threw or took too long. */
export const FAILED = Symbol('the store failed');

/** Time after which a lock expires, so that a crashed process does not delay the others for longer. */
export const LOCK_MS = 15_000;
/** Time within which a holder deletes its lock: a later delete could delete the lock of another process. */
const RELEASE_WITHIN_MS = LOCK_MS / 2;
/** Time limit of one store operation: a token request does not take much longer. */
const OPERATION_MS = 1_000;
/** Largest part of the call's timeout for one store operation, so that a call with a short timeout still succeeds. */
const OPERATION_SHARE = 0.05;

/** A lock that this process holds. */
export interface Lock {
  readonly key: string;
  /** Time just before the `add` that took the lock, in milliseconds of `performance.now()`. */
  readonly sentAt: number;
}

/** The entries of one token in a store, for one call. A store that throws or hangs results in {@link FAILED}. */
export interface TokenEntries {
  /** The stored token, unless it has expired or the API refused it. */
  readToken(): Promise<Token | undefined | typeof FAILED>;
  writeToken(token: Token): Promise<void>;
  /** Takes a lock; `undefined` if another process holds it. */
  acquireLock(name: string): Promise<Lock | undefined | typeof FAILED>;
  /** Releases a lock, without waiting for the store. */
  releaseLock(lock: Lock): void;
}

/**
 * Opens the entries of one token. An operation that takes longer than a part of `timeout` has failed; an abort of
 * `signal` rejects the operation.
 *
 * @param rejected A token that the API refused: it counts as absent.
 */
export function openEntries(
  store: TokenStore,
  key: string,
  { rejected, signal, timeout }: { rejected: string | undefined; signal: AbortSignal; timeout: number },
): TokenEntries {
  const operationMs = Math.min(OPERATION_MS, timeout * OPERATION_SHARE);
  /**
   * Values of locks whose `add` failed or returned `undefined` and may have stored them, each with the time before that
   * `add`.
   */
  const unclear = new Map<unknown, number>();

  const within = async (operation: Promise<unknown>) => {
    const result = await settleWithin(operation, operationMs, signal);
    return result === TIME_OVER ? FAILED : result;
  };
  const operate = (operation: () => unknown) => within(tryOperation(operation));

  return {
    readToken: async () => {
      const value = await operate(() => store.get(key));
      if (value === FAILED) return FAILED;
      const token = parseToken(value, key);
      return token && token.token !== rejected && Date.now() < token.freshUntil ? token : undefined;
    },
    writeToken: async ({ token, freshUntil }) => {
      // Stores accept whole milliseconds, and 0 is unlimited in some of them.
      const ttlMs = Math.ceil(freshUntil - Date.now());
      if (ttlMs > 0) await operate(() => store.set(key, JSON.stringify({ key, token, freshUntil }), ttlMs));
    },
    acquireLock: async (name) => {
      const lock = { key: `${key}:${name}`, sentAt: performance.now() };
      const value = crypto.randomUUID();
      const adding = tryOperation(() => store.add?.(lock.key, value, LOCK_MS));
      const added = await within(adding).catch((reason: unknown) => {
        // The call is over: release the lock if `add` succeeds later.
        void adding.then((isAdded) => isAdded && isAdded !== FAILED && releaseLock(lock));
        throw reason;
      });
      if (added && added !== FAILED) return lock;
      if (added === FAILED || added === undefined) unclear.set(value, lock.sentAt);
      if (unclear.size === 0) return undefined;
      const holder = await operate(() => store.get(lock.key));
      const sentAt = unclear.get(holder);
      if (sentAt !== undefined) return { key: lock.key, sentAt };
      return added === FAILED && holder === FAILED ? FAILED : undefined;
    },
    releaseLock,
  };

  function releaseLock(lock: Lock): void {
    if (performance.now() - lock.sentAt < RELEASE_WITHIN_MS) void tryOperation(() => store.delete(lock.key));
  }
}

/** Resolves with the result of a store operation; {@link FAILED} if it throws. */
async function tryOperation(operation: () => unknown): Promise<unknown> {
  try {
    return await operation();
  } catch {
    return FAILED;
  }
}

/** Parses a stored token; `undefined` if the value is not a token of this key. */
function parseToken(value: unknown, key: string): Token | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const { key: storedKey, token, freshUntil } = JSON.parse(value);
    // A store whose keys ignore case can contain the token of another client under the same key.
    if (storedKey !== key || !isBearerToken(token) || typeof freshUntil !== 'number') return undefined;
    return { token, freshUntil };
  } catch {
    return undefined;
  }
}
