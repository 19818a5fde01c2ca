import { operationHash, type SuccessContent } from '../../src/success-content.js';

/** The modulus of the operation hashes. With this value, the operations in the tests have different hashes. */
const MODULUS = 1e9;

/**
 * Returns the generated constants of a document in which the success content of some operations is not the content that
 * their methods suggest. `contents` has the content of each of these operations. A key is an operation, such as
 * `GET /ping`.
 */
export function exceptionsOf(contents: Record<string, SuccessContent>): object {
  const entries = Object.entries(contents).map(([operation, content]) => {
    const [method = '', path = ''] = operation.split(' ');
    return [operationHash(method, path, MODULUS), content];
  });
  return { hashModulus: MODULUS, contentExceptions: Object.fromEntries(entries) };
}
