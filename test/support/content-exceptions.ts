import type { ByOperation } from '../../src/operation-hash.js';
import type { SuccessContent } from '../../src/success-content.js';

/**
 * Returns the generated constant of a document in which the success content of some operations is not the content that
 * their methods suggest. `contents` has the content of each of these operations. A key is an operation, such as
 * `GET /ping`.
 */
export const exceptionsOf = (
  contents: Record<string, SuccessContent>,
): { contentException: ByOperation<SuccessContent> } => ({
  contentException: (method, path) => contents[`${method} ${path}`],
});
