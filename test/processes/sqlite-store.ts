// Keyv on SQLite: a store in a file, which the processes of one machine can share. This module uses the SQLite of Node,
// because Keyv's adapter for SQLite would have to be compiled on every machine.
import { DatabaseSync } from 'node:sqlite';
import { Keyv } from 'keyv';
import type { TokenStore } from 'tenant-management-client';

/** Longest time in milliseconds for which a process waits until another process has finished writing. */
const BUSY_MS = 5_000;

/** @param options.withAdd Whether the store has `add`, which stores a value only if the key is absent. */
export async function openStore({ file, withAdd }: { file: string; withAdd: boolean }): Promise<TokenStore> {
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  database.exec('CREATE TABLE IF NOT EXISTS entry (key TEXT PRIMARY KEY, value TEXT NOT NULL)');
  database.exec('CREATE TABLE IF NOT EXISTS lock (key TEXT PRIMARY KEY, until INTEGER NOT NULL)');
  const read = database.prepare('SELECT value FROM entry WHERE key = ?');
  const write = database.prepare('INSERT OR REPLACE INTO entry (key, value) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM entry WHERE key = ?');
  const acquire = database.prepare(
    'INSERT INTO lock (key, until) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET until = excluded.until WHERE until <= ?',
  );
  const release = database.prepare('DELETE FROM lock WHERE key = ?');

  const keyv = new Keyv({
    store: {
      get: async (key: string) => read.get(key)?.['value'],
      set: async (key: string, value: string) => write.run(key, value).changes > 0,
      delete: async (key: string) => remove.run(key).changes > 0,
      clear: async () => database.exec('DELETE FROM entry'),
    },
  });
  if (!withAdd) return keyv;
  return {
    get: (key) => keyv.get(key),
    set: (key, value, ttlMs) => keyv.set(key, value, ttlMs),
    delete: (key) => {
      release.run(key);
      return keyv.delete(key);
    },
    add: (key, _value, ttlMs) => acquire.run(key, Date.now() + ttlMs, Date.now()).changes > 0,
  };
}
