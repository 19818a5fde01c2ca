import { checkNames, checkObject, checkSignal, wholeNumber } from '../options.js';
import type { Journal } from './journal.js';
import type { BulkPacer } from './pacer.js';
import type { BulkProgress } from './progress.js';

/** Default number of calls in flight. Even if each response takes 500 ms, this number allows 16 calls per second. */
const DEFAULT_CONCURRENCY = 8;

const OPTIONS = ['pacer', 'concurrency', 'journal', 'signal', 'onProgress'];

/** Options of `bulk`. */
export interface BulkOptions {
  /**
   * The pacer of the client that makes the calls. The job waits until the pacer is ready, and only then reads an item
   * and starts the call of the item. This wait is not part of the `timeout` of the call.
   * @default The job starts the next call as soon as one of the calls in flight has finished.
   */
  pacer?: BulkPacer | undefined;
  /**
   * Largest number of calls in flight. It is also the largest number of items that the job has started but not yet
   * yielded, and therefore keeps in memory.
   * @default 8
   */
  concurrency?: number | undefined;
  /**
   * Records each finished item, so that a later run with the same input continues after a crash or a stop:
   * the result of `fileJournal(path)` from `tenant-management-client/bulk/node`, or of `createJournal(store)`.
   * @default Nothing is recorded, and every run starts with the first item.
   */
  journal?: Journal | undefined;
  /**
   * Stops the run: no call is started, and the calls in flight are aborted. The iteration yields the finished items and
   * then rejects with the reason of the signal. A call that was aborted is not recorded in the journal, so the next run
   * sends it again.
   */
  signal?: AbortSignal | undefined;
  /**
   * Called after each finished item, before the item is yielded. An error that the function throws stops the run.
   */
  onProgress?: ((progress: BulkProgress) => void) | undefined;
}

/** The checked options. Each option is read only once, because a getter could return another value later. */
export interface BulkSettings {
  readonly pacer: BulkPacer | undefined;
  readonly concurrency: number;
  readonly journal: Journal | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BulkProgress) => void;
}

/**
 * Reads and checks the options of `bulk`.
 *
 * @throws TypeError If an option is unknown or not valid.
 */
export function readBulkOptions(options: BulkOptions): BulkSettings {
  checkObject('the options of bulk', options);
  checkNames(options, OPTIONS);
  const { pacer, concurrency = DEFAULT_CONCURRENCY, journal, signal, onProgress = () => undefined } = options;
  if (pacer !== undefined && typeof Object(pacer).ready !== 'function') {
    throw new TypeError('pacer must be the result of createPacer()');
  }
  if (journal !== undefined && typeof Object(journal).open !== 'function') {
    throw new TypeError('journal must be the result of fileJournal(path) or createJournal(store)');
  }
  checkSignal(signal);
  if (typeof onProgress !== 'function') throw new TypeError('onProgress must be a function');
  return {
    pacer,
    concurrency: wholeNumber('concurrency', 'whole number', concurrency, 1),
    journal,
    signal: signal ?? new AbortController().signal,
    onProgress,
  };
}
