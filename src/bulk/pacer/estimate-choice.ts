import type { RateLimit } from '../../rate-limit/rate-limit.js';
import { AGREEING_RESPONSES, SMALLEST_SHOWN_LIMIT } from './constants.js';
import type { Estimate } from './estimate.js';
import { estimateFrom429s } from './rate-from-429s.js';
import { estimateFromFields } from './rate-from-fields.js';

/**
 * Returns a function to call with the current estimate and the rate limit of each 2xx response. It returns a new estimate
 * if these responses show another limit, and otherwise the current one.
 */
export function createEstimateChoice(): (estimate: Estimate, rateLimit?: RateLimit) => Estimate {
  /** The limit that the last 2xx responses have shown, if any, and the number of these responses. */
  let shownLimit: number | undefined;
  let agreeing = 0;
  let agreeingNeeded = 1;

  return (estimate, { limit = 0, remaining } = {}) => {
    const shown = remaining === undefined || limit < SMALLEST_SHOWN_LIMIT ? undefined : limit;
    agreeing = shown === shownLimit ? agreeing + 1 : 1;
    shownLimit = shown;
    const isEnough = agreeing >= agreeingNeeded;
    agreeingNeeded = AGREEING_RESPONSES;
    if (!isEnough || shown === estimate.limit) return estimate;
    return remaining === undefined || shown === undefined ? estimateFrom429s() : estimateFromFields(shown, remaining);
  };
}
