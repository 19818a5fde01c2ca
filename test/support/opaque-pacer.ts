import type { BulkPacing } from '../../src/bulk/pacer/pacer-state.ts';
import type { Pacer } from '../../src/index.ts';
import { hide, reveal } from '../../src/options/opaque.ts';
import type { Pacing } from '../../src/rate-limit/pacing.ts';

/** Returns the members of a pacer. */
export const pacingOf = (pacer: Pacer): BulkPacing => reveal<BulkPacing>('pacer', 'Pacer', pacer);

/** Returns a pacer with these members. */
export const pacerOf = (members: Pacing & Partial<BulkPacing>): Pacer => hide('Pacer', members);
