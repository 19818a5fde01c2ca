import { operationHash, type SuccessContent } from '../../src/success-content.js';

/** Any modulus with which the operations of the tests have different hashes. */
const MODULUS = 1e9;

/**
 * Returns the generated constants of a document with exceptions. Keys of `contents` are operations such as `GET /ping`.
 */
export function exceptionsOf(contents: Record<string, SuccessContent>): object {
  const entries = Object.entries(contents).map(([operation, content]) => {
    const [method = '', path = ''] = operation.split(' ');
    return [operationHash(method, path, MODULUS), content];
  });
  return { hashModulus: MODULUS, contentExceptions: Object.fromEntries(entries) };
}
