import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allDone, runTogether, temporaryFolder } from './fleet.ts';
import { startTenant } from './tenant-server.ts';

const sqliteStore = join(import.meta.dirname, 'sqlite-store.ts');

/** Tests a fleet of processes that share a token through Keyv on SQLite. They use the built client, as a service does. */
export function describeSqliteFleet(processes: number): void {
  // The token endpoint refuses the rest, so that the clients have to retry if each requests a token.
  const tokensPerSecond = Math.floor(processes * 0.6);

  describe('sharedTokenCache with Keyv on SQLite', () => {
    test(`with add, ${processes} processes that start together without a token make at most two token requests`, async () => {
      const { baseUrl, tokenRequests } = await startTenant(tokensPerSecond);
      const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: true };
      expect(await runTogether(processes, baseUrl, sqliteStore, options)).toEqual(allDone(processes));
      expect(tokenRequests.length).toBeLessThanOrEqual(2);
      // A process that starts later uses the token of the fleet.
      const before = tokenRequests.length;
      expect(await runTogether(1, baseUrl, sqliteStore, options)).toEqual(['done']);
      expect(tokenRequests).toHaveLength(before);
    });

    test(`without add, each of ${processes} processes that start together without a token gets an access token`, async () => {
      const { baseUrl, tokenRequests } = await startTenant(tokensPerSecond);
      const options = { file: join(await temporaryFolder(), 'tokens.sqlite'), withAdd: false };
      expect(await runTogether(processes, baseUrl, sqliteStore, options)).toEqual(allDone(processes));
      expect(tokenRequests).toContain(200);
    });
  });
}
