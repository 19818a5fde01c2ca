/** Returns the median. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the quantile for a share from 0 to 1, with linear interpolation. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (low === undefined || high === undefined) throw new Error('No values were measured.');
  return low + (high - low) * (position % 1);
}

/** Returns the values in random order, so that no client always runs after the same client. */
export function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}

/** Formats a number with fixed decimals and with commas between thousands. */
export const formatNumber = (value: number, decimals: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
