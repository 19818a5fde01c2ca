/** One table of the results. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A measured figure beside what the design asks for. */
export interface Target {
  readonly name: string;
  readonly unit: string;
  readonly measured: number;
  /** The most that it may be; where `atLeast` is set, the least. */
  readonly target: number;
  readonly atLeast?: boolean;
}

/** One group of bars of the chart. */
export interface Bars {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
}

/** What a section found. */
export interface Findings {
  readonly tables: readonly Table[];
  readonly targets: readonly Target[];
  readonly charts: readonly Bars[];
  /** How it was measured: one sentence each. */
  readonly notes: readonly string[];
}

export const isMet = ({ measured, target, atLeast }: Target): boolean =>
  atLeast ? measured >= target : measured <= target;
