import { readYaml } from '../read-yaml.ts';
import type { SimulatedTenantOptions } from './simulated-tenant.ts';

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

/** The figures of a job that can have a goal. A goal is a maximum, except for `shareRatio` and `newRateShare`. */
export interface Figures {
  readonly failed: number;
  /** Time of the job, divided by the lower bound. */
  readonly time: number;
  /** Number of 429s, divided by the number of calls. */
  readonly refusedShare: number;
  /** Calls of the slowest process, divided by the calls of the fastest process, when the first process ends. */
  readonly shareRatio: number;
  /** 95th percentile of the duration of an interactive call without its latency, in milliseconds. */
  readonly interactiveDelayMs: number;
  /** Accepted calls per second, divided by the new rate, from 20 s to 30 s after the rate changed. */
  readonly newRateShare: number;
}

/** The goal for each figure: one for all rates, or one for each. A figure without a goal is only reported. */
export type Goals = { readonly [Name in keyof Figures]?: number | readonly number[] };

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
  /** Seconds after which each process starts. @default 13 ms between two processes */
  readonly startS?: readonly number[];
  /** Whether 5 % of the calls end with a network error and 1 % with 503. */
  readonly hasFaults?: boolean;
  /** Difference between the clocks of client and tenant, in seconds. @default 0 */
  readonly skewS?: number;
  /** Whether `X-RateLimit-Reset` is rounded down to a whole second. */
  readonly roundsResetDown?: boolean;
  /** Whether another program uses half of the rate limit in every other minute. */
  readonly hasOtherProgram?: boolean;
  /** Whether the process makes interactive calls during the job. */
  readonly hasInteractiveCalls?: boolean;
  /** Length of a fixed window, if the tenant has no token bucket. */
  readonly windowMs?: number;
  /** Shortest and longest latency of a call. @default [50, 250] */
  readonly latencyMs?: readonly [number, number];
  readonly goals: Goals;
}

/** The situations in which each job is simulated, with the goals. */
export const SITUATIONS: readonly Situation[] = readYaml(import.meta.dirname, 'job-situations.yaml');

/** Returns the goal of a figure at a rate limit of a situation. */
export function goalOf(situation: Situation, name: keyof Figures, perSecond: number): number | undefined {
  const goal = situation.goals[name];
  if (goal === undefined || typeof goal === 'number') return goal;
  return goal[ratesOf(situation).findIndex((rate) => rate.perSecond === perSecond)];
}

/** Returns the rate limits of a situation. */
export function ratesOf({ rates = RATES }: Situation): readonly Rate[] {
  return rates;
}

/** Shortest and longest latency of a call, in milliseconds. */
export const latencyOf = ({ latencyMs = [50, 250] }: Situation): readonly [number, number] => latencyMs;

/** Returns the number of calls that the tenant allows at once. */
export function burstOf({ windowMs }: Situation, { perSecond, limit }: Rate): number {
  return windowMs === undefined ? limit : Math.max(1, Math.round((perSecond * windowMs) / 1000));
}

/**
 * Returns the shortest possible time of a job in milliseconds: the rate limit allows the burst at once and then
 * `perSecond` calls each second, and each process makes at most `IN_FLIGHT` calls during the average latency of a call.
 */
export function lowerBoundMs(situation: Situation, rate: Rate): number {
  const { rateFactor = 1, processes = 1, calls = CALLS } = situation;
  const [shortest, longest] = latencyOf(situation);
  const half = calls / 2;
  // Another program that uses half of the limit half of the time leaves three quarters.
  const perSecond = situation.hasOtherProgram ? rate.perSecond * 0.75 : rate.perSecond;
  const byRate = (half - burstOf(situation, rate)) / perSecond + half / (perSecond * rateFactor);
  return Math.max(byRate * 1000, (calls * (shortest + longest)) / 2 / (IN_FLIGHT * processes));
}
