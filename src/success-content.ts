/**
 * Content that the document shows for the success of an operation: only JSON, none, only other media types, or JSON
 * and other media types. The names are short because the bundle contains one for each exception.
 */
export type SuccessContent = 'json' | 'none' | 'other' | 'mixed';

/** The content of a success as its method suggests it. The generated exceptions list the operations that differ. */
export const suggestedContent = (method: string): SuccessContent => (method === 'DELETE' ? 'none' : 'json');

/**
 * Returns a number for an operation: an exception is then shorter than its path.
 *
 * @param modulus The generator picks one with which no two operations of the document have the same hash.
 */
export const operationHash = (method: string, path: string, modulus: number): number =>
  `${method} ${path}`
    .split('')
    // The factor is larger than every character code, so that different texts differ before the modulus.
    .reduce((hash, char) => (hash * 65_599 + char.charCodeAt(0)) % modulus, 0);
