// Made from openapi/management.yaml by `npm run generate`. Do not edit.

import type { SuccessContent } from '../../common/success-content.js';

/** Content of successful responses that differs from what the method suggests, by method and path of the operation. */
export const contentExceptions: Readonly<Record<string, SuccessContent>> = {};
