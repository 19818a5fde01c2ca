// Made from openapi/management.yaml by `npm run generate`. Do not edit.

import type { ByOperation } from '../operation-hash.js';
import type { SuccessContent } from '../success-content.js';

/** Content of successful responses that differs from what the method suggests. Keys are hashes of operations. */
export const contentException: ByOperation<SuccessContent> | undefined = undefined;
