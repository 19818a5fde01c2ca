// Made from openapi/management.yaml by `npm run generate`. Do not edit.

import type { WriteParameters } from '../options/parameter-styles.js';

/** Writes parameters in a style that differs from the usual style of their place. Keys are hashes of operations. */
export const writeParameters: WriteParameters | undefined = undefined;
