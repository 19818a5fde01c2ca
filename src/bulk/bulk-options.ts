import { reveal } from '../opaque.js';
import { checkSignal, readOptions, wholeNumber } from '../options/value-checks.js';
import type { Pacer } from '../rate-limit/pacing.js';
import { DEFAULT_GIVE_UP_AFTER_MS } from './give-up.js';
import type { CallEnd } from './item-call.js';
import type { ItemKey } from './journal/item-hash.js';
import type { Journal, JournalAccess } from './journal/journal.js';
import type { BulkPacing } from './pacer/pacer-state.js';
import type { BulkProgress } from './progress.js';

/**
 * Milliseconds for which a run waits at its end for the promises of `onProgress`, unless `giveUpAfter` was passed: long
 * enough to write a report.
 */
const PROGRESS_WAIT_MS = 10_000;

/** Default number of calls in flight. Even if each response takes 500 ms, this number allows 16 calls per second. */
const DEFAULT_CONCURRENCY = 8;

const OPTIONS = 'pacer concurrency journal key isFinal resend giveUpAfter signal onProgress'.split(' ');

/** Options of `bulk`. */
export interface BulkOptions<Item = unknown, Value = unknown> {
  /**
   * The pacer of the client. A call starts only when the pacer is ready; this wait is not part of its `timeout`.
   * @default a call starts as soon as another one has finished
   */
  pacer?: Pacer | undefined;
  /**
   * Largest number of calls in flight, and of items that the job has started but not yet yielded.
   * @default 8
   */
  concurrency?: number | undefined;
  /**
   * Records each finished item (`done` or `final`), so that the next run with the same input omits it: the result of
   * `fileJournal(path)` or `createJournal(store)`.
   * @default every run starts with the first item
   */
  journal?: Journal | undefined;
  /**
   * Identifies an item in the journal. Required if JSON loses a part of the items, such as a `Map`.
   * @default the item itself: a string, or its JSON
   */
  key?: ((item: Item) => string) | undefined;
  /**
   * Returns whether a failed item is finished, so that no run sends it again. Not called for a missing item or an
   * unsent request. Return `true` only for errors of the API itself, not of a proxy.
   * @default `() => false`
   */
  isFinal?: ((result: CallEnd<Item, Value>) => boolean) | undefined;
  /**
   * Whether an item without a usable response (none, an unreadable 2xx, a redirect, a 408, a 5xx, or a 404 to a DELETE
   * whose outcome is not `missing`) is called once more: before the next new item after a later call got a usable
   * response, and at the latest at the end of the input. For functions that make one call. At most 1,000 items wait for
   * that. Not if the error has no `method`, or if the method is not idempotent and `maybePerformed` is above 0.
   * @default false
   */
  resend?: boolean | undefined;
  /**
   * Milliseconds after which the run stops if the tenant accepts no request, with the code `outage` during an outage,
   * otherwise with `no_progress`, for example after 429s only. Without an outage, one requested pause counts for at most
   * a fifth of it. If the process was stopped, at most 2 s of that time count. Calls in flight are aborted five seconds later
   * or, if the run stops for another reason, after this time. Also limits each wait for the store of the journal.
   * @default 300_000
   */
  giveUpAfter?: number | undefined;
  /**
   * Stops the run: the calls in flight are aborted, and the next run sends their items again. The iteration yields the
   * items whose calls have ended, and then rejects with the reason of the signal.
   */
  signal?: AbortSignal | undefined;
  /**
   * Called after each call, before the item is yielded; at the start, if an earlier run finished items; when a pause of
   * the pacer starts, becomes longer or ends; and before the delay of each call during an outage. If it throws or rejects,
   * the run stops. At its end, the run waits for the promises at most `giveUpAfter`, or 10 s if that option was not
   * passed, and then throws a `BulkError`.
   */
  onProgress?: ((progress: BulkProgress) => unknown) | undefined;
}

export interface BulkSettings<Item, Value> {
  readonly pacer: BulkPacing | undefined;
  readonly concurrency: number;
  readonly journal: JournalAccess | undefined;
  readonly keyOf: ItemKey<Item>;
  readonly isFinal: (result: CallEnd<Item, Value>) => boolean;
  readonly resend: boolean;
  readonly giveUpAfter: number;
  /** Milliseconds for which a run waits at its end for the promises of `onProgress`. */
  readonly progressWait: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BulkProgress) => unknown;
}

/**
 * Reads and checks the options of `bulk`.
 *
 * @throws TypeError If an option is unknown or not valid.
 */
export function readBulkOptions<Item, Value>(options: BulkOptions<Item, Value>): BulkSettings<Item, Value> {
  const {
    pacer,
    concurrency = DEFAULT_CONCURRENCY,
    journal,
    key,
    isFinal = () => false,
    resend = false,
    giveUpAfter: passedGiveUpAfter,
    signal,
    onProgress = () => undefined,
  } = readOptions('the options of bulk', options, OPTIONS);
  const giveUpAfter = passedGiveUpAfter === undefined ? DEFAULT_GIVE_UP_AFTER_MS : passedGiveUpAfter;
  checkSignal(signal);
  if (typeof resend !== 'boolean') throw new TypeError('resend must be true or false');
  for (const [name, value] of Object.entries({ key: key ?? String, isFinal, onProgress })) {
    if (typeof value !== 'function') throw new TypeError(`${name} must be a function`);
  }
  return {
    pacer: pacer === undefined ? undefined : reveal<BulkPacing>('pacer', 'Pacer', pacer),
    concurrency: wholeNumber('concurrency', concurrency, 1),
    journal:
      journal === undefined
        ? undefined
        : reveal<JournalAccess>('journal', 'Journal', journal, 'fileJournal(path) or createJournal(store)'),
    keyOf: key === undefined ? (item) => item : (item) => checkKey(key(item)),
    isFinal,
    resend,
    giveUpAfter: wholeNumber('giveUpAfter', giveUpAfter, 1, ' of milliseconds'),
    progressWait: passedGiveUpAfter ?? PROGRESS_WAIT_MS,
    signal: signal ?? new AbortController().signal,
    onProgress,
  };
}

function checkKey(key: unknown): string {
  if (typeof key === 'string') return key;
  throw new TypeError('key must return a string');
}
