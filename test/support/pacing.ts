import type { BulkPacing } from '../../src/bulk/pacer/pacer-state.ts';
import type { Deadline } from '../../src/deadline.ts';
import type { Pacer } from '../../src/index.ts';
import { hide, reveal } from '../../src/opaque.ts';
import type { Pacing } from '../../src/rate-limit/pacing.ts';
import { readRateLimit } from '../../src/rate-limit/rate-limit.ts';

/** Returns the members of a pacer. */
export const pacingOf = (pacer: Pacer): BulkPacing => reveal<BulkPacing>('pacer', 'Pacer', pacer);

/** Returns a pacer with these members. */
export const pacerOf = (members: Partial<BulkPacing> & Pick<Pacing, 'enter'>): Pacer =>
  hide('Pacer', { resendsRefused: false, readRateLimit, ...members });

/** Creates a deadline that is `ms` milliseconds away. Its signal is not aborted when the deadline has passed. */
export function deadlineIn(ms: number, signal: AbortSignal = new AbortController().signal): Deadline {
  const end = performance.now() + ms;
  return { signal, timeLeft: () => end - performance.now(), throwIfOver: () => signal.throwIfAborted() };
}
