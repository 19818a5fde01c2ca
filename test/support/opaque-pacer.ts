import type { BulkPacing } from '../../src/bulk/pacer/pacer-state.js';
import type { Pacer } from '../../src/index.js';
import { hide, reveal } from '../../src/options/opaque.js';
import type { Pacing } from '../../src/rate-limit/pacing.js';

/** Returns the members of a pacer. */
export const pacingOf = (pacer: Pacer): BulkPacing => reveal<BulkPacing>('pacer', 'Pacer', pacer);

/** Returns a pacer with these members. */
export const pacerOf = (members: Pacing & Partial<BulkPacing>): Pacer => hide('Pacer', members);
