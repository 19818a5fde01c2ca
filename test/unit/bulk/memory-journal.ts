import { createJournal, type Journal, type JournalStore } from '../../../src/bulk/index.ts';

/** Creates a journal that keeps its lines in an array. `store` is the store of the journal. */
export function memoryJournal(lines: string[] = []): { journal: Journal; store: JournalStore; lines: string[] } {
  const store: JournalStore = {
    read: async function* () {
      yield* [...lines];
    },
    append: async (line) => void lines.push(line),
  };
  return { journal: createJournal(store), store, lines };
}
