import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allDone, runTogether, temporaryFolder } from './fleet.ts';
import { startTenant } from './tenant-server.ts';

const sqliteStore = join(import.meta.dirname, 'sqlite-store.ts');

/**
 * Defines tests of a fleet: processes that share an access token through Keyv on SQLite. The processes use the built
 * client, as a service does.
 */
export function describeSqliteFleet(processes: number): void {
  // A rate limit below the number of processes: if each process requests a token, some processes have to retry.
  const tokensPerSecond = Math.floor(processes * 0.6);

  describe('sharedTokenCache with Keyv on SQLite', () => {
    test(`makes at most two token requests for ${processes} processes that start together without a token, if the store has add`, async () => {
      const { baseUrl, tokenRequests } = await startTenant(tokensPerSecond);
      const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: true };
      expect(await runTogether(processes, baseUrl, sqliteStore, options)).toEqual(allDone(processes));
      expect(tokenRequests.length).toBeLessThanOrEqual(2);
      // A process that starts later uses the stored token.
      const before = tokenRequests.length;
      expect(await runTogether(1, baseUrl, sqliteStore, options)).toEqual(['done']);
      expect(tokenRequests).toHaveLength(before);
    });

    test(`gets an access token for each of ${processes} processes that start together without a token, if the store has no add`, async () => {
      const { baseUrl, tokenRequests } = await startTenant(tokensPerSecond);
      const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: false };
      expect(await runTogether(processes, baseUrl, sqliteStore, options)).toEqual(allDone(processes));
      expect(tokenRequests).toContain(200);
    });
  });
}
