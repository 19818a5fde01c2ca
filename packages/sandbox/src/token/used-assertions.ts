/** Number of entries at which the expired entries are deleted for the first time. */
const SMALLEST_SWEEP = 1_000;

/** The client assertions that were used and have not expired: RFC 7523 section 3 lets a server reject a second use. */
export interface UsedAssertions {
  /**
   * Records the use of an assertion.
   *
   * @param expiresAt `exp` of the assertion, in seconds since the Unix epoch.
   * @returns Whether this is the first use of the `jti` by this client.
   */
  add(clientId: string, jti: string, expiresAt: number): boolean;
  clear(): void;
  /** Number of assertions in memory. */
  size(): number;
}

/**
 * Creates an empty list of used assertions.
 *
 * @param clock Returns the time in milliseconds since the Unix epoch.
 */
export function createUsedAssertions(clock: () => number): UsedAssertions {
  const expiries = new Map<string, number>();
  let sweepAt = SMALLEST_SWEEP;
  return {
    add: (clientId, jti, expiresAt) => {
      const now = clock() / 1000;
      const key = JSON.stringify([clientId, jti]);
      if ((expiries.get(key) ?? 0) > now) return false;
      expiries.set(key, expiresAt);
      if (expiries.size >= sweepAt) {
        for (const [used, expiry] of expiries) if (expiry <= now) expiries.delete(used);
        // Sweep again only when the number of entries has doubled, so that a request takes constant time on average.
        sweepAt = Math.max(SMALLEST_SWEEP, 2 * expiries.size);
      }
      return true;
    },
    clear: () => expiries.clear(),
    size: () => expiries.size,
  };
}
