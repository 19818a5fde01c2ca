/** A place that keeps the lines of a journal, such as a file or a table of a database. */
export interface JournalStore {
  /**
   * Name of the journal in messages, such as the path of a file.
   * @default 'the journal'
   */
  readonly name?: string;
  /** Returns the lines of earlier runs, oldest first, without line ends. Called once, at the start of a run. */
  read(): AsyncIterable<string>;
  /**
   * Adds a line, without a line end. Resolves when a crash of the process can no longer lose the line. The journal waits
   * for each call before the next call, and after an error adds no other line in this run. A run waits for the line of a
   * finished item also after an abort, so the promise must settle.
   */
  append(line: string): Promise<void>;
  /** Releases the store. Called at the end of every run that called `read`, also if `read` threw an error. */
  close?(): Promise<void>;
}
