import type { Context } from '../context.js';
import { EXIT } from '../exit-status.js';
import { explain, isNotAllowed } from '../job/item-result.js';
import type { Stop } from '../job/run-job.js';
import { UsageError } from '../usage-error.js';

/**
 * Returns the exit status and the reason of a failed token request.
 *
 * @throws UsageError If the private key is not valid. Nothing was sent.
 */
export function tokenFailure(error: unknown, { signal }: Context): Stop {
  if (signal.aborted) return { status: EXIT.interrupted, reason: 'interrupted' };
  if (!(error instanceof Error)) throw error;
  if (error instanceof TypeError) throw new UsageError(error.message);
  return { status: isNotAllowed(error) ? EXIT.notAllowed : EXIT.noResponse, reason: explain(error) };
}
