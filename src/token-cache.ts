import { isBearerToken } from './options.js';
import { type Attempts, pause } from './retry.js';

/**
 * A store that many processes share, so that they share one token: anything with these methods of Keyv, and best with
 * `add`, which lets processes that start together make one token request.
 *
 * The values are live access tokens: give the store the care that a secret needs. The keys hold none.
 */
export interface TokenCache {
  /** Gives the value of a key; anything but a string counts as none. */
  get(key: string): unknown;
  /** Keeps a value for a time in milliseconds. */
  set(key: string, value: string, ttlMs: number): unknown;
  delete(key: string): unknown;
  /** Keeps a value where the key has none, and gives something truthy only then: set if absent. */
  add?(key: string, value: string, ttlMs: number): unknown;
}

/** A token, and until when it is given out, in milliseconds of `Date.now()`. */
export interface Token {
  readonly token: string;
  readonly freshUntil: number;
}

/** Longest wait for one operation of the store: a token request of one's own is not much slower. */
const PATIENCE_MS = 1_000;
/** Part of the call's time that this wait may take, so that a short call still gets through. */
const PATIENCE_SHARE = 0.05;
/** Longest turn at the token endpoint: a process that dies in its turn delays the others by no more. */
const TURN_MS = 5_000;
/** Longest wait for a turn, as a multiple of that for one operation: two turns, or half of a short call's time. */
const LAST_LOOK = 10;
/** Time between two looks at the store while another process has its turn. */
const LOOK_MS = 50;

/**
 * Gives the token that the store has, else requests one and stores it. A store that throws, hangs or holds rubbish
 * counts as empty.
 *
 * @param rejected A token that the API refused: it counts as none.
 */
export async function tokenThrough(
  cache: TokenCache,
  key: string,
  rejected: string | undefined,
  attempts: Attempts,
  requestToken: () => Promise<Token>,
): Promise<Token> {
  const turn = `${key}:turn`;
  const begun = Date.now();
  const patience = Math.min(PATIENCE_MS, (attempts.deadline - begun) * PATIENCE_SHARE);
  let mayRequest: unknown = !cache.add;
  let turnEnds = 0;
  let request: Promise<Token> | undefined;
  for (;;) {
    try {
      const value = await patiently(() => cache.get(key), cache, patience);
      const known = parseToken(value);
      if (known && known.token !== rejected && Date.now() < known.freshUntil) return known;
      // A store that does not even answer is left alone; no store gives itself.
      const isDown = value === cache;
      if (isDown || mayRequest || Date.now() >= begun + patience * LAST_LOOK) {
        request ??= requestToken();
        // Whoever asks out of turn goes on looking: the one that has the turn may be slow, not dead.
        const token = await Promise.race([request, isDown || mayRequest ? request : undefined]);
        if (token) {
          // Stores take whole milliseconds.
          const ttlMs = Math.ceil(token.freshUntil - Date.now());
          if (!isDown) await patiently(() => cache.set(key, JSON.stringify(token), ttlMs), cache, patience);
          return token;
        }
      }
    } finally {
      // A turn that ran out may be another's by now.
      if (Date.now() < turnEnds) await patiently(() => cache.delete(turn), cache, patience);
    }
    attempts.signal.throwIfAborted();
    // Who gets the turn looks once more: the one before may have just stored its token.
    mayRequest = await patiently(() => cache.add?.(turn, '1', TURN_MS), cache, patience);
    if (!mayRequest) await pause(LOOK_MS + Math.random() * LOOK_MS, attempts.signal);
    // A store that cannot say whose turn it is gives none, and holds nobody up.
    else if (mayRequest !== cache) turnEnds = Date.now() + TURN_MS;
  }
}

/** What an operation of the store gives, or `otherwise` where it throws or takes too long. */
async function patiently(operation: () => unknown, otherwise: unknown, patience: number): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, patience, otherwise);
  });
  try {
    return await Promise.race([operation(), late]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}

function parseToken(value: unknown): Token | undefined {
  try {
    // Whatever is no text is made one, and is no JSON then.
    const { token, freshUntil } = JSON.parse(value as string);
    return isBearerToken(token) && typeof freshUntil === 'number' ? { token, freshUntil } : undefined;
  } catch {
    return undefined;
  }
}
