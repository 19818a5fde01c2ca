import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFileWatcher } from '../../../scripts/dev/watch-files.ts';
import { deferred } from '../../support/scripted-fetch.ts';

/** Watches one file, and collects the reports of the watcher. */
async function watchOneFile() {
  const folder = await mkdtemp(join(tmpdir(), 'watch-'));
  const file = join(folder, 'document.yaml');
  await writeFile(file, 'first');
  const reports: (readonly string[])[] = [];
  let reported = deferred<void>();
  const watcher = createFileWatcher((files) => {
    reports.push(files);
    reported.resolve();
    reported = deferred<void>();
  });
  onTestFinished(async () => {
    watcher.close();
    await rm(folder, { recursive: true });
  });
  await watcher.watch([file]);
  return { folder, file, reports, nextReport: () => reported.promise };
}

describe('createFileWatcher()', () => {
  test('reports each save by an editor that replaces the file with a renamed file', async () => {
    const { folder, file, reports, nextReport } = await watchOneFile();
    const save = async (text: string) => {
      const report = nextReport();
      await writeFile(join(folder, '.document.yaml.tmp'), text);
      await rename(join(folder, '.document.yaml.tmp'), file);
      await report;
    };

    await save('second');
    await save('third');

    expect(reports).toEqual([[file], [file]]);
  });

  test('reports one save if an editor writes a file twice within 50 ms', async () => {
    const { folder, file, reports, nextReport } = await watchOneFile();
    const report = nextReport();
    // Each event reaches this watcher after the watcher under test.
    const events = watch(folder);
    onTestFinished(() => events.close());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());

    for (const text of ['sec', 'second']) {
      const event = once(events, 'change');
      await writeFile(file, text);
      await event;
      vi.advanceTimersByTime(49);
    }
    const timers = vi.getTimerCount();
    vi.advanceTimersByTime(1);
    await report;

    expect(timers).toBe(1);
    expect(reports).toEqual([[file]]);
  });
});
