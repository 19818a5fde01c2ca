/**
 * A place that keeps the lines of a journal, such as a table of a database. A run waits for each line of `read`, for
 * `append` and for `close` at most `giveUpAfter` and, after an abort, five seconds. It then throws a `BulkError`.
 */
export interface JournalStore {
  /**
   * Name in messages, such as the path of a file.
   * @default `'the journal'`
   */
  readonly name?: string;
  /** Returns the lines of earlier runs, oldest first, without line ends. Called once. */
  read(): AsyncIterable<string>;
  /**
   * Adds a line, without a line end. Resolves when the line can survive a crash. Called once at a time, and not after
   * an error.
   */
  append(line: string): Promise<void>;
  /** Releases the store at the end of every run that called `read`, even if `read` threw. */
  close?(): Promise<void>;
}
