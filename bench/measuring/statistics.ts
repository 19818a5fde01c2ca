/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  if (low === undefined || high === undefined) throw new Error('No values were measured.');
  return (low + high) / 2;
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
