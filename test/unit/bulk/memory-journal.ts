import type { Journal } from '../../../src/bulk/index.js';

/** Creates a journal that keeps its lines in an array. */
export function memoryJournal(lines: string[] = []): { journal: Journal; lines: string[] } {
  return {
    lines,
    journal: {
      read: async function* () {
        yield* [...lines];
      },
      append: async (line) => void lines.push(line),
    },
  };
}
