/**
 * The content that the document shows for the success of an operation. `json` means only JSON objects and arrays,
 * `value` means only JSON, which can be `null`, `none` means no content, `other` means only other media types, and
 * `mixed` means JSON and other media types. The names are short, because the bundle contains one name for each
 * operation whose content is not the usual content of its method.
 */
export type SuccessContent = 'json' | 'value' | 'none' | 'other' | 'mixed';

/**
 * Returns the content that a success usually has for a method. The generated exceptions are the operations whose
 * content is different.
 */
export const suggestedContent = (method: string): SuccessContent => (method === 'DELETE' ? 'none' : 'json');

/** Returns the content of an operation; `undefined` for the usual content of its method. */
export type ContentException = (method: string, path: string) => SuccessContent | undefined;

/** Creates the function that looks up exceptions by the hash of an operation. */
export const exceptionsByHash =
  (modulus: number, exceptions: Readonly<Record<number, SuccessContent>>): ContentException =>
  (method, path) =>
    exceptions[operationHash(method, path, modulus)];

/**
 * Returns the hash of an operation. The generated exceptions contain hashes, because a hash is shorter than a path.
 *
 * @param modulus The generator picks a modulus with which no two operations of the document have the same hash.
 */
export const operationHash = (method: string, path: string, modulus: number): number =>
  `${method} ${path}`
    .split('')
    // The factor is larger than every character code, so that different texts differ before the modulus.
    .reduce((hash, char) => (hash * 65_599 + char.charCodeAt(0)) % modulus, 0);
