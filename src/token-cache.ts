import { isBearerToken } from './options.js';
import { pause } from './retry.js';

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

/** Longest wait for the store: a token request of one's own is not much slower. */
const PATIENCE_MS = 1_000;
/** Longest turn at the token endpoint: a process that dies in its turn delays the others by no more. */
const TURN_MS = 5_000;
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
  signal: AbortSignal,
  requestToken: () => Promise<Token>,
): Promise<Token> {
  const turn = `${key}:turn`;
  const lastLook = Date.now() + TURN_MS;
  let hasTurn = cache.add === undefined;
  for (;;) {
    const value = await patiently(() => cache.get(key), cache);
    // A store that does not even answer is left alone; no store gives itself.
    if (value === cache) return requestToken();
    const known = parseToken(value);
    const isUsable = known !== undefined && known.token !== rejected && Date.now() < known.freshUntil;
    if (isUsable || hasTurn || Date.now() >= lastLook) {
      try {
        if (isUsable) return known;
        const token = await requestToken();
        // Stores take whole milliseconds.
        const ttlMs = Math.floor(token.freshUntil - Date.now());
        await patiently(() => cache.set(key, JSON.stringify(token), ttlMs), undefined);
        return token;
      } finally {
        if (hasTurn && cache.add) await patiently(() => cache.delete(turn), undefined);
      }
    }
    // Who gets the turn looks once more: the one before may have just stored its token.
    hasTurn = Boolean(await patiently(() => cache.add?.(turn, '1', TURN_MS), true));
    if (!hasTurn) await pause(LOOK_MS + Math.random() * LOOK_MS, signal);
  }
}

/** What an operation of the store gives, or `otherwise` where it throws or takes too long. */
async function patiently(operation: () => unknown, otherwise: unknown): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, otherwise);
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
    const { token, freshUntil } = JSON.parse(String(value));
    return isBearerToken(token) && typeof freshUntil === 'number' ? { token, freshUntil } : undefined;
  } catch {
    return undefined;
  }
}
