/** A place that keeps the lines of a journal, such as a table of a database. */
export interface JournalStore {
  /**
   * Name of the journal in messages, such as the path of a file.
   * @default `'the journal'`
   */
  readonly name?: string;
  /** Returns the lines of earlier runs, oldest first, without line ends. Called once, at the start of a run. */
  read(): AsyncIterable<string>;
  /**
   * Adds a line, without a line end. Resolves when the line can survive a crash of the process. Called once at a time,
   * and not after an error. The promise must settle: even after an abort, a run waits for the lines of finished items.
   */
  append(line: string): Promise<void>;
  /** Releases the store. Called at the end of every run that called `read`, even if `read` threw. */
  close?(): Promise<void>;
}
