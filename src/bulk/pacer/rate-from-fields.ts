import type { Estimate } from './estimate.js';

/**
 * The pacer keeps this share of the limit unused, as a reserve for interactive calls and other processes. All processes
 * see the same number of remaining calls, so each of them gets the same share of the rate.
 */
const RESERVE_SHARE = 0.4;
/** The share if the bucket refills in less than 0.7 s: the tenant adds no calls to a full bucket. */
const FAST_RESERVE_SHARE = 0.3;
/** Largest reserve, in calls: a job does not have to leave more of a large limit unused. */
const LARGEST_RESERVE = 24;
/** Largest reserve if the responses show a bucket: its remaining calls change less than those of a window. */
const LARGEST_BUCKET_RESERVE = 18;
/**
 * Largest number of calls above the reserve at which the rate is twice the refill. With a smaller number, several
 * processes would react too strongly to the same remaining calls.
 */
const LARGEST_SPAN = 40;
/** Seconds in which the calls that remain above the reserve and the span are sent. */
const SPEND_S = 0.25;
/**
 * First estimate of the refill, as a share of the limit per second. The refill is the number of additional calls that
 * the tenant allows per second.
 */
const FIRST_REFILL_SHARE = 0.5;
/** Largest first estimate of the refill, in calls per second. */
const LARGEST_FIRST_REFILL = 25;
/**
 * Lowest rate, in calls per second, while more calls remain than the reserve, until a response shows at least three
 * calls less than a full bucket.
 */
const FIRST_RATE = 30;
/** Speed at which the estimate of the refill follows the remaining calls, per second. */
const REFILL_GAIN = 0.4;
/**
 * Number of responses that must show a full bucket, until the estimate is at least the rate at which their requests were
 * sent: at the edges of fixed windows, two can show one. A response that shows one call less, because two requests
 * arrived together, neither counts nor resets the number.
 */
const FULL_RESPONSES = 3;
/** The number for a large limit, as a share of the limit: the first calls of a job find a full bucket at any rate. */
const FULL_SHARE = 0.1;
/**
 * Speed, per second, at which the estimate of the refill returns to the first estimate. The first estimate is the
 * same in all processes, so a process that starts later gets an equal share.
 */
const REFILL_RETURN = 0.1;
/** Share of the difference between the predicted and the shown remaining calls by which a response corrects `level`. */
const LEVEL_GAIN = 0.3;
/** The share for a bucket that refills fast: the order in which requests arrive changes what many responses show. */
const FAST_LEVEL_GAIN = 0.15;
/** Share by which each response of a bucket changes the estimate of the refill, for each call of the same difference. */
const BUCKET_REFILL_GAIN = 0.0015;
/** Slower responses change the estimate of the refill less, because many requests arrive out of order. */
const USUAL_LATENCY_MS = 200;
/** Weight of the newest response in the average decline of the remaining calls. */
const NEWEST = 0.02;
/**
 * Largest decline of one response in the average: responses that arrive in another order show larger ones. A rise of
 * more than this number of calls is probably a new window, and does not count.
 */
const LARGEST_DECLINE = 5;
/** With a lower average decline, the tenant probably has a bucket, not a fixed window. */
const BUCKET_DECLINE = 0.4;
/** Limits of the rate, as multiples of the refill. */
const SLOWEST = 0.5;
const FASTEST = 3;
/**
 * Factor by which a 429 lowers the estimate of the refill. With a lower factor, several 429s at the start can lower the
 * estimate so far that refused calls wait until their timeout.
 */
const REFUSED_FACTOR = 0.8;
/** The factor for a bucket that refills fast: requests that arrive together can empty it at the right rate. */
const FAST_REFUSED_FACTOR = 0.9;
/**
 * With fixed windows, a tenant allows at most `limit` calls per second, because resets are whole seconds. If the refill
 * is more than this multiple of the limit, the tenant has a bucket, which is full long before the reset.
 */
const BUCKET_REFILL = 1.5;
/** Length of a pause if the tenant has such a bucket, as the number of calls that the tenant adds during the pause. */
const CUSHION = 1;
/** Number of remaining calls above which an interactive call does not have to wait. */
const SPARE_CALLS = 2;

/**
 * Estimates the rate from header fields that show the remaining calls. The estimate predicts the remaining calls at the
 * server, including the requests in flight, and keeps them near a reserve.
 *
 * @param limit Number of calls that the tenant allows at once.
 * @param remaining Number of calls that remain.
 */
export function estimateFromFields(limit: number, remaining: number): Estimate {
  const firstRefill = Math.min(limit * FIRST_REFILL_SHARE, LARGEST_FIRST_REFILL);
  /** Additional calls that the tenant allows per second, minus the calls that other processes send per second. */
  let refill = firstRefill;
  /** Predicted number of remaining calls after all requests that were sent. */
  let level = remaining;
  /** Sum of all corrections of `level`, which apply to the predictions of the requests in flight too. */
  let corrections = 0;
  let updatedAt = performance.now();
  let cuts = 0;
  /** Number of responses that show a full bucket, since the last response that shows at least two calls less. */
  let full = 0;
  /** Whether a response has shown at least three calls less than a full bucket. */
  let isUsed = false;
  /**
   * Average number of calls by which the remaining calls decline from a response to the next one. In a fixed window, each
   * call takes one. A bucket refills at the same time.
   */
  let decline = 1;
  let lastShown: number | undefined;

  const isFast = () => refill > limit * BUCKET_REFILL;
  const isBucket = () => decline < BUCKET_DECLINE;
  const reserveOf = () => {
    const share = limit * (isFast() ? FAST_RESERVE_SHARE : RESERVE_SHARE);
    const largest = isBucket() ? LARGEST_BUCKET_RESERVE : LARGEST_RESERVE;
    return { reserve: Math.min(share, largest), span: Math.min(share, LARGEST_SPAN) };
  };
  /** Returns the rate for a number of remaining calls, as a multiple of the refill. */
  const speedAt = (calls: number) => {
    const { reserve, span } = reserveOf();
    return 1 + (calls - reserve) / span;
  };

  /** Adds the refill since the last update. Returns the seconds since then. */
  const update = (): number => {
    const seconds = (performance.now() - updatedAt) / 1000;
    updatedAt = performance.now();
    level = Math.min(limit, level + refill * seconds);
    return seconds;
  };
  const correct = (calls: number) => {
    level += calls;
    corrections += calls;
  };

  const callsPerSecond = () => {
    const { reserve, span } = reserveOf();
    const first = isUsed || level < reserve ? 0 : FIRST_RATE;
    const spending = refill + (level - reserve - span) / SPEND_S;
    return Math.max(first, refill * Math.min(Math.max(speedAt(level), SLOWEST), FASTEST), spending);
  };

  /** Updates the average decline of the remaining calls. */
  const followDecline = (shown: number) => {
    const declined = (lastShown ?? shown + 1) - shown;
    if (declined >= -LARGEST_DECLINE) decline += NEWEST * (Math.min(declined, LARGEST_DECLINE) - decline);
    lastShown = shown;
  };

  /** Updates the number of responses that show a full bucket. */
  const countFull = (shown: number, isDelayed: boolean) => {
    if (shown < limit - 2) isUsed = true;
    if (!isDelayed || shown < limit - 2) full = 0;
    else if (shown >= limit - 1) full += 1;
  };

  return {
    callsPerSecond,
    hasSpare: () => {
      update();
      return level > SPARE_CALLS;
    },
    send: (_idleMs, isDelayed) => {
      update();
      level -= 1;
      const predicted = level - corrections;
      const sentAt = updatedAt;
      const cutsBefore = cuts;
      const rateBefore = callsPerSecond();

      /** Updates the estimate with the remaining calls that a response shows. */
      const follow = (shown: number, seconds: number) => {
        const difference = shown - (predicted + corrections);
        correct((isFast() ? FAST_LEVEL_GAIN : LEVEL_GAIN) * difference);
        followDecline(shown);
        countFull(shown, isDelayed);
        const latencyShare = Math.min(1, USUAL_LATENCY_MS / (updatedAt - sentAt));
        const bucketGain = isFast() || isBucket() ? BUCKET_REFILL_GAIN * difference * latencyShare : 0;
        // If this request did not have to wait, many calls remain even at a low refill, so they do not raise the
        // estimate.
        const excess = Math.min(speedAt(shown), isDelayed ? FASTEST : 1) - 1;
        const gain = REFILL_GAIN * excess - REFILL_RETURN * Math.log(refill / firstRefill);
        refill *= Math.exp(Math.min(seconds, 1) * gain + bucketGain);
        // A tenant adds no calls to a full bucket, so the refill is at least the rate that does not empty the bucket.
        if (shown >= limit - 1 && full >= Math.max(FULL_RESPONSES, limit * FULL_SHARE))
          refill = Math.max(refill, rateBefore);
      };

      return ({ isRefused, rateLimit, resetMs }) => {
        const seconds = update();
        const wasFast = isFast();
        // The tenant does not count a refused request, so add its call to the prediction again.
        if (isRefused) correct(1);
        const shown = rateLimit?.remaining ?? (isRefused ? 0 : undefined);
        if (shown !== undefined) follow(shown, seconds);
        if (isRefused && cuts === cutsBefore) {
          cuts += 1;
          refill *= wasFast ? FAST_REFUSED_FACTOR : REFUSED_FACTOR;
        }
        if (!isRefused && shown !== 0) return 0;
        return isFast() ? Math.min(resetMs, (CUSHION * 1000) / refill) : resetMs;
      };
    },
  };
}
