// Made from openapi/management.yaml by `npm run generate`. Do not edit.

import type { WriteParameters } from '../options/parameter-styles.js';

/** Writes arrays, objects, and scalars in an unusual style. Keys are hashes of operations. */
export const writeParameters: WriteParameters | undefined = undefined;
