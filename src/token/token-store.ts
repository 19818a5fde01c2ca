import { withDeadline } from '../deadline.js';
import { withoutPrototype } from '../options/members.js';
import { isBearerToken } from '../options/value-checks.js';
import type { Token, TokenCall } from './shared-token-requests.js';

/**
 * A store that processes share, such as Redis: an object with the methods `get`, `set` and `delete` of Keyv, which can
 * return promises. With `add`, processes that start at the same time send only one token request.
 *
 * The values are access tokens: protect the store as you protect a secret. The keys contain no secret.
 */
export interface TokenStore {
  /** Returns the value of a key: the string, or what it contains if the store parses JSON. */
  get(key: string): unknown;
  /** Stores a value for `ttlMs`, a whole number of milliseconds. */
  set(key: string, value: string, ttlMs: number): unknown;
  /** Deletes a key. */
  delete(key: string): unknown;
  /**
   * Stores a value for `ttlMs` milliseconds only if the key is absent, like `SET key value NX PX ttlMs` in Redis.
   * Returns a truthy value only if the value was stored, and throws if the store cannot be written.
   */
  add?(key: string, value: string, ttlMs: number): unknown;
}

/** The result of a store operation that threw or took too long. */
export const FAILED = Symbol('the store failed');

/** Time after which a lock expires, in milliseconds. It limits how long a crashed process can delay the others. */
export const LOCK_MS = 15_000;
/**
 * The holder of a lock deletes the lock only within this time, half of `LOCK_MS`. Later, the lock may have expired, and
 * the holder would delete the lock of another process.
 */
const RELEASE_WITHIN_MS = 7_500;
/**
 * Time limit of one store operation, in milliseconds. A slower store would save no time compared with a token request.
 */
const OPERATION_MS = 1_000;
/**
 * Largest fraction of the call's timeout that one store operation may take, so that a call with a short timeout can
 * still succeed.
 */
const OPERATION_SHARE = 0.05;

/** The entries of one token in a store, for one call: the token and its locks. */
export type TokenEntries = ReturnType<typeof openEntries>;

/**
 * Opens the entries of one token. A store operation fails if it takes longer than one second or than a fraction of
 * `timeout`, and rejects if `signal` is aborted. If an operation fails, `readToken` and `acquireLock` resolve with
 * {@link FAILED}.
 *
 * @param rejected A token that the API rejected; it is treated as absent.
 */
export function openEntries(
  store: TokenStore,
  key: string,
  { rejected, signal, timeout }: Pick<TokenCall, 'rejected' | 'signal' | 'timeout'>,
) {
  const operationMs = Math.min(OPERATION_MS, timeout * OPERATION_SHARE);
  /** By value, the functions that release locks that `add` may have stored although it failed or returned `undefined`. */
  const unclear = new Map<unknown, () => void>();

  const operate = (operation: () => unknown) => {
    const timeoutError = () => new Error('the store is too slow');
    return withDeadline(operationMs, signal, timeoutError, () => tryOperation(operation)).catch(() => {
      signal.throwIfAborted();
      return FAILED;
    });
  };

  return {
    /** Resolves with the stored token; `undefined` if it is absent, has expired or was rejected by the API. */
    readToken: async (): Promise<Token | undefined | typeof FAILED> => {
      const value = await operate(() => store.get(key));
      if (value === FAILED) return FAILED;
      const token = parseToken(value, key);
      return token && token.token !== rejected && Date.now() < token.freshUntil ? token : undefined;
    },
    writeToken: async ({ token, freshUntil }: Token) => {
      // Stores accept only whole milliseconds, and some stores read 0 as unlimited.
      const ttlMs = Math.ceil(freshUntil - Date.now());
      if (ttlMs > 0) await operate(() => store.set(key, JSON.stringify({ key, token, freshUntil }), ttlMs));
    },
    /**
     * Takes a lock. Resolves with the function that releases the lock without waiting for the store; with `undefined` if
     * another process holds the lock; with {@link FAILED} if `add` fails, or returns `undefined`, and nobody holds the
     * lock, as in a store that cannot be written.
     */
    acquireLock: async (name: string): Promise<(() => void) | undefined | typeof FAILED> => {
      const lockKey = `${key}:${name}`;
      const value = crypto.randomUUID();
      const sentAt = performance.now();
      const release = () => {
        if (performance.now() - sentAt < RELEASE_WITHIN_MS) void tryOperation(() => store.delete(lockKey));
      };
      const adding = tryOperation(() => store.add?.(lockKey, value, LOCK_MS));
      /** Releases the lock if `add` succeeds later, because nobody waits for it any more. */
      const releaseLater = () => void adding.then((isAdded) => isAdded && isAdded !== FAILED && release());
      const added = await operate(() => adding).catch((reason: unknown) => {
        releaseLater();
        throw reason;
      });
      if (added && added !== FAILED) return release;
      const isUnclear = added === FAILED || added === undefined;
      if (isUnclear) unclear.set(value, release);
      if (unclear.size === 0) return undefined;
      const holder = await operate(() => store.get(lockKey));
      const lock = unclear.get(holder);
      // A failed read shows nothing: if `add` returned `undefined`, another process may hold the lock.
      const isHeld = typeof holder === 'string' || (holder === FAILED && added !== FAILED);
      if (lock !== undefined || isHeld || !isUnclear) return lock;
      releaseLater();
      return FAILED;
    },
  };
}

/** Resolves with the result of a store operation; {@link FAILED} if the operation throws. */
async function tryOperation(operation: () => unknown): Promise<unknown> {
  try {
    return await operation();
  } catch {
    return FAILED;
  }
}

/** Parses a stored token. Returns `undefined` if the value is not a token for this key. */
function parseToken(value: unknown, key: string): Token | undefined {
  try {
    // Some stores parse JSON themselves, such as Upstash's client and unstorage.
    const {
      key: storedKey,
      token,
      freshUntil,
    } = typeof value === 'string' ? JSON.parse(value) : withoutPrototype(Object(value));
    // A store whose keys ignore case can contain the token of another client under the same key.
    if (storedKey !== key || !isBearerToken(token) || typeof freshUntil !== 'number') return undefined;
    return { token, freshUntil };
  } catch {
    return undefined;
  }
}
