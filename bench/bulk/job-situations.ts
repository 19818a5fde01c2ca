import type { SimulatedTenantOptions } from '../../test/support/simulated/simulated-tenant.ts';

/** Number of calls of a simulated job. */
export const CALLS = 10_000;
/** Largest number of calls in flight of one process. */
export const IN_FLIGHT = 64;

/** A run that takes this many times the lower bound has a bug, and would perhaps never end. */
export const LONGEST_TIME = 50;

/** A rate limit: `limit` calls at once, then `perSecond` more each second. */
export interface Rate {
  readonly perSecond: number;
  readonly limit: number;
}

/** The simulated rate limits. */
export const RATES: readonly Rate[] = [
  { perSecond: 2, limit: 10 },
  { perSecond: 16, limit: 50 },
  { perSecond: 50, limit: 50 },
  { perSecond: 100, limit: 100 },
];

/** The rates of the tables: those of most situations, and a higher rate. */
export const COLUMNS: readonly number[] = [...RATES.map(({ perSecond }) => perSecond), 150];

/** The figures of a job that can have a goal. A goal is a maximum, except for the shares and `shareRatio`. */
export interface Figures {
  readonly failed: number;
  /** Time of the job, divided by the lower bound. */
  readonly time: number;
  /** Number of 429s, divided by the number of calls. */
  readonly refusedShare: number;
  /** Calls of the slowest process, divided by all calls, when the first process ends. */
  readonly smallestShare: number;
  /** Calls of the slowest process, divided by the calls of the fastest process, when the first process ends. */
  readonly shareRatio: number;
  /** 95th percentile of the duration of an interactive call without its latency, in milliseconds. */
  readonly interactiveDelayMs: number;
  /** Accepted calls per second, divided by the new rate, from 20 s to 30 s after the rate changed. */
  readonly newRateShare: number;
}

/** The goal for each figure, by the calls per second. A figure without a goal is only reported. */
export type Goals = { readonly [Name in keyof Figures]?: (perSecond: number) => number };

/** A tenant, its network and the processes that share its rate limit. */
export interface Situation {
  readonly title: string;
  readonly headerFields: SimulatedTenantOptions['headerFields'];
  /** @default RATES */
  readonly rates?: readonly Rate[];
  /** Number of calls of the job. @default 10,000 */
  readonly calls?: number;
  readonly refusedCallsCost?: boolean;
  /** Number of processes, each with its own client and pacer. @default 1 */
  readonly processes?: number;
  /** Factor by which the rate changes after half of the calls. */
  readonly rateFactor?: number;
  /** Whether 5 % of the calls end with a network error and 1 % with 503, and the clock of the client is wrong by 30 s. */
  readonly hasFaults?: boolean;
  /** Whether the process makes interactive calls during the job. */
  readonly hasInteractiveCalls?: boolean;
  /** Length of a fixed window, if the tenant has no token bucket. */
  readonly windowMs?: number;
  /** Shortest and longest latency of a call. @default [50, 250] */
  readonly latencyMs?: readonly [number, number];
  /** Number of seconds in which the burst refills. If set, the burst is this number times `perSecond`, not `limit`. */
  readonly burstSeconds?: number;
  readonly goals: Goals;
}

const always = (goal: number) => () => goal;
const percent = (goal: number) => () => goal / 100;
const NONE_FAILED = { failed: always(0) };

const SMALL_BUCKETS: readonly Rate[] = [
  { perSecond: 16, limit: 10 },
  { perSecond: 50, limit: 10 },
  { perSecond: 150, limit: 10 },
];
const SHORT_JOB = 1_600;

/** The situations in which each job is simulated, with the goals. */
export const SITUATIONS: readonly Situation[] = [
  {
    title: 'header fields on every response',
    headerFields: 'always',
    goals: { ...NONE_FAILED, time: always(1.02), refusedShare: percent(0.1) },
  },
  {
    title: 'header fields on 429 only',
    headerFields: 'on 429',
    goals: { ...NONE_FAILED, time: always(1.05), refusedShare: percent(1) },
  },
  {
    title: 'header fields on 429 only, and a refused call costs a token',
    headerFields: 'on 429',
    refusedCallsCost: true,
    goals: {
      ...NONE_FAILED,
      time: (perSecond) => (perSecond < 100 ? 1.1 : 1.2),
      refusedShare: percent(1.5),
    },
  },
  ...[2, 5].map(
    (processes): Situation => ({
      title: `${processes} processes, header fields on every response`,
      headerFields: 'always',
      processes,
      goals: { ...NONE_FAILED, time: always(1.05), refusedShare: percent(1), shareRatio: always(0.8) },
    }),
  ),
  {
    title: '2 processes, header fields on 429 only',
    headerFields: 'on 429',
    processes: 2,
    goals: { ...NONE_FAILED, time: always(1.15), refusedShare: percent(2), smallestShare: always(0.15) },
  },
  {
    title: '5 processes, header fields on 429 only',
    headerFields: 'on 429',
    processes: 5,
    goals: { ...NONE_FAILED, time: always(1.25), refusedShare: percent(3.5), smallestShare: always(0.15) },
  },
  ...[0.5, 2].flatMap((rateFactor): Situation[] => {
    const change = rateFactor < 1 ? 'the limit halves in the middle' : 'the limit doubles in the middle';
    const goals = { ...NONE_FAILED, refusedShare: percent(2) };
    return [
      {
        title: `${change}, header fields on every response`,
        headerFields: 'always',
        rateFactor,
        goals: { ...goals, time: always(1.03) },
      },
      {
        title: `${change}, header fields on 429 only`,
        headerFields: 'on 429',
        rateFactor,
        goals: { ...goals, time: always(1.1) },
      },
    ];
  }),
  ...inBothForms('5 % network errors, 1 % 503, clock skew of 30 s', {
    hasFaults: true,
    goals: { ...NONE_FAILED, time: always(1.1), refusedShare: percent(2) },
  }),
  {
    title: 'interactive calls during the job, header fields on every response',
    headerFields: 'always',
    hasInteractiveCalls: true,
    goals: { interactiveDelayMs: always(20) },
  },
  {
    title: 'interactive calls during the job, header fields on 429 only',
    headerFields: 'on 429',
    hasInteractiveCalls: true,
    goals: { interactiveDelayMs: (perSecond) => 1000 / perSecond + 50 },
  },
  {
    title: '`RateLimit` and `RateLimit-Policy` on every response',
    headerFields: 'RateLimit',
    goals: { ...NONE_FAILED, time: always(1.02), refusedShare: percent(0.1) },
  },
  {
    title: '`Retry-After` on 429 only',
    headerFields: 'Retry-After',
    goals: { ...NONE_FAILED, time: always(1.05), refusedShare: percent(1) },
  },
  {
    title: '1,600 calls with a burst of 10, header fields on every response',
    headerFields: 'always',
    calls: SHORT_JOB,
    rates: SMALL_BUCKETS,
    goals: { ...NONE_FAILED, time: always(1.1), refusedShare: percent(2) },
  },
  {
    title: '2 processes, 1,600 calls with a burst of 10, header fields on every response',
    headerFields: 'always',
    calls: SHORT_JOB,
    rates: SMALL_BUCKETS,
    processes: 2,
    goals: NONE_FAILED,
  },
  {
    title: '1,600 calls with a burst of 10, header fields on 429 only',
    headerFields: 'on 429',
    calls: SHORT_JOB,
    rates: SMALL_BUCKETS,
    goals: { ...NONE_FAILED, time: always(1.2) },
  },
  {
    title: '1,600 calls with a burst of 150, header fields on every response',
    headerFields: 'always',
    calls: SHORT_JOB,
    rates: [{ perSecond: 150, limit: 150 }],
    goals: { ...NONE_FAILED, time: always(1.05) },
  },
  {
    title: '1,600 calls with a burst of 150, header fields on 429 only',
    headerFields: 'on 429',
    calls: SHORT_JOB,
    rates: [{ perSecond: 150, limit: 150 }],
    goals: { ...NONE_FAILED, time: always(1.1) },
  },
  {
    title: 'the limit rises from 10/s to 100/s, header fields on 429 only',
    headerFields: 'on 429',
    rates: [{ perSecond: 10, limit: 10 }],
    rateFactor: 10,
    goals: { ...NONE_FAILED, newRateShare: always(0.8) },
  },
  ...inBothForms('fixed windows of 1 s', { windowMs: 1_000, goals: NONE_FAILED }),
  ...inBothForms('fixed windows of 10 s', { windowMs: 10_000, goals: NONE_FAILED }),
  ...inBothForms('latency 1–3 s', { latencyMs: [1_000, 3_000], goals: NONE_FAILED }),
  ...inBothForms('burst of 30 s of refill', { burstSeconds: 30, goals: NONE_FAILED }),
];

/** Returns a situation once with header fields on every response, and once with header fields on 429 only. */
function inBothForms(title: string, situation: Omit<Situation, 'title' | 'headerFields'>): Situation[] {
  return [
    { ...situation, title: `${title}, header fields on every response`, headerFields: 'always' },
    { ...situation, title: `${title}, header fields on 429 only`, headerFields: 'on 429' },
  ];
}

/** Returns the rate limits of a situation. */
export const ratesOf = ({ rates = RATES }: Situation): readonly Rate[] => rates;

/** Shortest and longest latency of a call, in milliseconds. */
export const latencyOf = ({ latencyMs = [50, 250] }: Situation): readonly [number, number] => latencyMs;

/** Returns the number of calls that the tenant allows at once. */
export function burstOf({ windowMs, burstSeconds }: Situation, { perSecond, limit }: Rate): number {
  if (windowMs !== undefined) return Math.max(1, Math.round((perSecond * windowMs) / 1000));
  return burstSeconds === undefined ? limit : burstSeconds * perSecond;
}

/**
 * Returns the shortest possible time of a job in milliseconds: the rate limit allows the burst at once and then
 * `perSecond` calls each second, and each process makes at most `IN_FLIGHT` calls during the average latency of a call.
 */
export function lowerBoundMs(situation: Situation, rate: Rate): number {
  const { rateFactor = 1, processes = 1, calls = CALLS } = situation;
  const [shortest, longest] = latencyOf(situation);
  const half = calls / 2;
  const byRate = (half - burstOf(situation, rate)) / rate.perSecond + half / (rate.perSecond * rateFactor);
  return Math.max(byRate * 1000, (calls * (shortest + longest)) / 2 / (IN_FLIGHT * processes));
}
