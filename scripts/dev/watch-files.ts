import { existsSync, type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Time without an event after which a save is complete. Editors write a file in several steps. */
const QUIET_MS = 50;

/** Watches files. */
export interface FileWatcher {
  /** Replaces the list of watched files. A file that does not exist can appear later. */
  watch(files: readonly string[]): Promise<void>;
  close(): void;
}

/**
 * Creates a watcher that reports files whose text has changed.
 *
 * The watcher watches the folders of the files, because an editor can replace a file with a new file of the same name. A
 * watcher of the file itself would then continue to watch the old file.
 *
 * @param onChange Called with the absolute paths of the changed files and the time of the first event.
 */
export function createFileWatcher(onChange: (files: readonly string[], savedAt: number) => void): FileWatcher {
  const folders = new Map<string, FSWatcher>();
  let texts = new Map<string, string | undefined>();
  let timer: NodeJS.Timeout | undefined;
  let savedAt: number | undefined;

  async function report(): Promise<void> {
    const since = savedAt ?? performance.now();
    savedAt = undefined;
    const files = [...texts.keys()];
    const current = await readTexts(files);
    const changed = files.filter((file) => texts.has(file) && current.get(file) !== texts.get(file));
    for (const file of changed) texts.set(file, current.get(file));
    if (changed.length > 0) onChange(changed, since);
  }

  function onEvent(): void {
    savedAt ??= performance.now();
    clearTimeout(timer);
    timer = setTimeout(report, QUIET_MS);
  }

  return {
    watch: async (files) => {
      const wanted = new Set(files.map((file) => dirname(file)));
      for (const [folder, watcher] of folders) {
        if (wanted.has(folder)) continue;
        watcher.close();
        folders.delete(folder);
      }
      for (const folder of wanted) {
        // A folder that does not exist cannot be watched.
        if (!folders.has(folder) && existsSync(folder)) folders.set(folder, watch(folder, onEvent));
      }
      const added = await readTexts(files.filter((file) => !texts.has(file)));
      texts = new Map(files.map((file) => [file, texts.has(file) ? texts.get(file) : added.get(file)]));
    },
    close: () => {
      clearTimeout(timer);
      for (const watcher of folders.values()) watcher.close();
    },
  };
}

/** Reads files. The text of a file that cannot be read is `undefined`. */
async function readTexts(files: readonly string[]): Promise<Map<string, string | undefined>> {
  const texts = files.map(async (file) => [file, await readFile(file, 'utf8').catch(() => undefined)] as const);
  return new Map(await Promise.all(texts));
}
