// All tuned constants of the pacer, with one digit. `test/simulation/constants.yaml` names a test for each of them, in
// which three times or a third of its value has a bad result. They change only with a recording of a real tenant:
// decision 9.

/** Rate and refill at the start, in calls per second. A high start costs a few 429s, a low start costs minutes. */
export const FIRST_RATE = 30;

// If only 429s show the limit:

/** Share of refused requests that the pacer accepts. With a larger share, it tries a higher rate sooner. */
export const REFUSED_SHARE = 0.01;
/**
 * Largest pause after a 429, as the number of calls that the tenant allows again during the pause. Because of these
 * calls, requests that arrive irregularly do not immediately get the next 429.
 */
export const CUSHION = 4;

/** The estimate after the rate has doubled each second until a 429: the rate divided by this number. */
export const OVERSHOOT = 2;
/**
 * Lowest rate after 429s, in calls per second, if the tenant has allowed it before. While another program takes the
 * whole limit, almost every call gets a 429, and from a lower rate the pacer needs many minutes to find the limit again.
 */
export const LOWEST_RATE = 1;
/** Number of accepted calls that show the rate of a tenant. Fewer calls can come from a bucket that was full. */
export const MEASURED_CALLS = 20;

// If responses show the remaining calls:

/**
 * Largest limit at which the refill starts at half of the limit instead of the first rate: a small bucket is empty before
 * the estimate falls.
 */
export const SMALL_LIMIT = 10;
/** Share of the limit that the pacer keeps as a reserve, for interactive calls and other processes. */
export const RESERVE_SHARE = 0.4;
/** Largest reserve, in calls: a job does not have to leave more of a large limit unused. */
export const LARGEST_RESERVE = 30;
/** Largest rate, as a multiple of the refill, while at most twice the reserve remains. */
export const FASTEST = 3;
/** Seconds in which the calls that remain above twice the reserve are sent. */
export const SPEND_S = 0.2;
/** Speed, per second of waiting for responses, at which the estimate of the refill follows the remaining calls. */
export const REFILL_GAIN = 0.3;
/** Share of the difference between the predicted and the shown remaining calls by which a response corrects both. */
export const LEVEL_GAIN = 0.2;
/**
 * Exponent of limit ÷ refill: a process with a smaller refill raises it faster, so that the shares of processes become
 * more equal. If the limit is large compared with the refill, fewer calls than the reserve remain.
 */
export const FAIRNESS = 0.1;
/** Exponent of rate ÷ refill, by which a bucket that stays full raises the estimate of the refill. */
export const FULL_GAIN = 0.7;
/** Factor by which a 429 lowers the estimate of the refill. */
export const REFUSED_FACTOR = 0.9;
/** Longest pause if the tenant adds its limit in less than two seconds, as a share of this time. */
export const PAUSE_SHARE = 0.1;

// In both cases:

/** If a timer is late by at most this many milliseconds, the next calls are sent earlier, so the rate does not drop. */
export const LATE_TIMER_MS = 50;
/** Number of successive 2xx responses that must agree on a new limit: another endpoint can show another limit. */
export const AGREEING_RESPONSES = 3;
/** Smallest limit at which the pacer uses the remaining calls: below it, almost no calls remain even at low rates. */
export const SMALLEST_SHOWN_LIMIT = 5;
