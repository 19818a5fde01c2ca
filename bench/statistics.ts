/** The middle of some numbers. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The number below which that share of the numbers lies, between two of them where it falls there. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) throw new Error('Nothing was measured.');
  return low + (high - low) * (place % 1);
}

/** The same in another order, so that no client always runs after the same one. */
export function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}

/** A number with that many decimals, and with commas between thousands. */
export const fixed = (value: number, decimals: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
