// The figures that the tests measure, with their limits.

/** A row of `site/RESULTS.md`. */
export interface Figure {
  readonly goal: string;
  readonly measured: string;
  readonly required: string;
}

declare module 'vitest' {
  interface TaskMeta {
    /** The figures that a test measured. */
    figures?: readonly Figure[];
  }
}
