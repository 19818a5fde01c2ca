/** Returns the value of an operation; `undefined` for an operation without a value. */
export type ByOperation<T> = (method: string, path: string) => T | undefined;

/** Creates the function that looks up generated values by the hash of an operation. */
export const byHash =
  <T>(modulus: number, values: Readonly<Record<number, T>>): ByOperation<T> =>
  (method, path) =>
    values[operationHash(method, path, modulus)];

/**
 * Returns the hash of an operation. The generated values have hashes as keys, because a hash is shorter than a path.
 *
 * @param modulus The generator picks a modulus with which no two operations of the document have the same hash.
 */
export const operationHash = (method: string, path: string, modulus: number): number =>
  `${method} ${path}`
    .split('')
    // The factor is larger than every character code, so that different texts differ before the modulus.
    .reduce((hash, char) => (hash * 65_599 + char.charCodeAt(0)) % modulus, 0);
