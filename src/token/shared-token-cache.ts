import { hide, type Opaque } from '../opaque.js';
import { memberOf } from '../options/members.js';
import { delay } from '../wait.js';
import type { Token, TokenCall } from './shared-token-requests.js';
import { FAILED, openEntries, type TokenEntries, type TokenStore } from './token-store.js';

/** The result of {@link sharedTokenCache}, for the option `tokenCache` of `clientCredentials`. */
export type TokenCache = Opaque<'TokenCache'>;

/** The members of a {@link TokenCache}. */
export interface TokenLookups {
  /** Resolves with the stored token, or requests a token and stores it. */
  obtain(lookup: TokenLookup): Promise<Token>;
  /** Resolves with the stored token; `undefined` if there is none, or if the store fails. */
  read(lookup: Omit<TokenLookup, 'request'>): Promise<Token | undefined>;
}

export interface TokenLookup extends Pick<TokenCall, 'rejected' | 'signal' | 'timeout'> {
  /** Key of the token in the store; it contains the token URL, the audience and the client id. */
  readonly key: string;
  readonly request: () => Promise<Token>;
}

/**
 * The lock wait is the time that a process waits for the holder of the lock. It is this fraction of the call's timeout,
 * but at most `LONGEST_LOCK_WAIT_MS`.
 */
const LOCK_WAIT_SHARE = 0.25;
/** Longer than a token request usually takes, and short enough to notice a crashed holder soon. */
const LONGEST_LOCK_WAIT_MS = 5_000;
/**
 * After this fraction of the call's timeout, a process requests a token without a lock, because the holders of both
 * locks may have crashed. An earlier request would make many processes request tokens at the same time.
 */
const UNLOCKED_SHARE = 0.75;
/**
 * Shortest time between two polls. Each process adds a random time of up to the same length, so that the processes do
 * not all poll at the same time.
 */
const POLL_MS = 50;

/**
 * Shares one access token among processes, through a store such as Redis.
 *
 * If the store has no token, one process takes a lock and requests a token; the others poll the store. If the holder
 * hangs, another process takes a second lock after a quarter of its timeout, at most 5 s. Without `add`, or if the
 * store fails, each process requests its own token.
 *
 * @throws TypeError If the store lacks a method.
 * @example
 * ```ts
 * import { clientCredentials, sharedTokenCache } from 'tenant-management-client';
 *
 * const auth = clientCredentials({ clientId: 'my-service', clientSecret, tokenCache: sharedTokenCache(store) });
 * ```
 */
export function sharedTokenCache(store: TokenStore): TokenCache {
  for (const name of ['get', 'set', 'delete'] as const) {
    if (typeof Object(store)[name] === 'function') continue;
    throw new TypeError(
      `store must be an object with get, set and delete, such as new Keyv(); the store has no ${name}`,
    );
  }
  const add = memberOf(store, 'add');
  if (add !== undefined && typeof add !== 'function') {
    throw new TypeError(
      'store.add must be a function that stores a value only if the key is absent; if the store cannot do this, leave out add',
    );
  }
  const lookups: TokenLookups = {
    obtain: async (lookup) => {
      const entries = openEntries(store, lookup.key, lookup);
      const stored = await entries.readToken();
      if (stored === FAILED) return await requestWhilePolling(entries, lookup);
      if (stored !== undefined) return stored;
      return add ? await waitForLock(entries, lookup) : await requestAndStore(entries, lookup);
    },
    read: async (lookup) => {
      const stored = await openEntries(store, lookup.key, lookup).readToken();
      return stored === FAILED ? undefined : stored;
    },
  };
  return hide('TokenCache', lookups);
}

const pollInterval = (): number => POLL_MS + Math.random() * POLL_MS;
const lockWaitOf = ({ timeout }: TokenLookup): number => Math.min(LONGEST_LOCK_WAIT_MS, timeout * LOCK_WAIT_SHARE);

/** Polls the store for a token. If this process gets a lock or has waited too long, it requests a token itself. */
async function waitForLock(entries: TokenEntries, lookup: TokenLookup): Promise<Token> {
  const lockWait = lockWaitOf(lookup);
  const start = performance.now();
  for (;;) {
    const waited = performance.now() - start;
    const lock =
      (await entries.acquireLock('lock')) ?? (waited < lockWait ? undefined : await entries.acquireLock('lock2'));
    if (typeof lock === 'function') return await readOrRequest(entries, lookup).finally(lock);
    if (lock === FAILED || waited >= lookup.timeout * UNLOCKED_SHARE) return await readOrRequest(entries, lookup);
    await delay(pollInterval(), lookup.signal);
    const stored = await entries.readToken();
    if (stored !== undefined && stored !== FAILED) return stored;
  }
}

/** Reads the store again, because the previous holder of the lock may have stored its token just before. */
async function readOrRequest(entries: TokenEntries, lookup: TokenLookup): Promise<Token> {
  const stored = await entries.readToken();
  return stored === undefined || stored === FAILED ? await requestAndStore(entries, lookup) : stored;
}

async function requestAndStore(entries: TokenEntries, lookup: TokenLookup): Promise<Token> {
  const token = await requestWhilePolling(entries, lookup);
  await entries.writeToken(token);
  return token;
}

/**
 * Requests a token and returns it. If the response takes longer than the lock wait, another process may store a token
 * before the response arrives. The function then also polls the store, and returns the token that arrives first. If
 * this token comes from the store, the caller aborts the request.
 */
async function requestWhilePolling(entries: TokenEntries, lookup: TokenLookup): Promise<Token> {
  const ended = new AbortController();
  const signal = AbortSignal.any([lookup.signal, ended.signal]);
  const poll = async (): Promise<Token> => {
    for (let waitMs = lockWaitOf(lookup); ; waitMs = pollInterval()) {
      await delay(waitMs, signal);
      const stored = await entries.readToken();
      if (stored !== undefined && stored !== FAILED) return stored;
    }
  };
  try {
    return await Promise.race([poll(), lookup.request()]);
  } finally {
    ended.abort();
  }
}
