/** One table of the results. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A measured figure and its limit. */
export interface BenchmarkTarget {
  readonly name: string;
  readonly unit: string;
  readonly measured: number;
  /** The maximum; the minimum if `atLeast` is set. */
  readonly target: number;
  readonly atLeast?: boolean;
  /** Number of decimals of a figure that is not an integer. @default 2 */
  readonly decimals?: number;
}

/** Results of a section. */
export interface Findings {
  readonly tables: readonly Table[];
  readonly targets: readonly BenchmarkTarget[];
  /** How the figures were measured, in whole sentences. */
  readonly notes: readonly string[];
}

export const isMet = ({ measured, target, atLeast }: BenchmarkTarget): boolean =>
  atLeast ? measured >= target : measured <= target;
