import { UNKNOWN_QUERY_PARAMETER } from '../call-comparison.ts';
import type { CallRule } from './call-rules.ts';
import { type DocumentedResponse, responseFor } from './documented-responses.ts';
import type { Expectation } from './target.ts';

/**
 * The kinds of situations that a target arranges. `other` is a situation for a documented response that has no situation
 * of another kind.
 */
export type SituationKind = keyof typeof SITUATIONS | 'invalidRequest' | 'other';

/** A situation that can lead to a documented response of an operation. */
export interface Candidate extends Partial<Pick<CallRule, 'open' | 'source'>> {
  readonly kind: SituationKind;
  /** Name of the situation in the titles of tests, such as `an expired token`. */
  readonly when: string;
  /** Status codes that the target can send, such as `404`, or a range such as `2XX`. */
  readonly statuses: readonly string[];
  /** The arguments of the call, if they differ from the sample of the operation. */
  readonly call?: object;
}

/** A candidate whose response the document shows. */
export type PlannedSituation = Expectation & Omit<Candidate, 'statuses'>;

export const UNKNOWN_QUERY = { [UNKNOWN_QUERY_PARAMETER]: 'value' };

/** The names of the situations in the titles of tests. */
export const SITUATIONS = {
  bearerToken: 'a valid bearer token',
  clientCredentials: 'client credentials',
  unknownQueryParameter: 'an unknown query parameter',
  notJwt: 'a token that is not a JWT',
  invalidSignature: 'a token with an invalid JWT signature',
  notGlobal: 'a token of a client that is not global',
  expiredToken: 'an expired token',
  withoutScope: 'a token without the required scope',
  unknownId: 'an unknown id',
  deletedId: 'an id that was deleted',
  conflict: 'an item that exists already',
  rateLimit: 'a call above the rate limit',
} as const;

/**
 * Plans the situations of an operation: the candidates that lead to a documented response, and one situation of the
 * kind `other` for each other documented response. A candidate whose statuses are not documented is dropped.
 */
export function planSituations(
  candidates: readonly Candidate[],
  responses: readonly DocumentedResponse[],
): PlannedSituation[] {
  const planned = candidates.flatMap(({ statuses, ...candidate }): PlannedSituation[] => {
    const [status, otherStatus] = statuses.filter((one) => responseFor(one, responses) !== undefined);
    const response = status === undefined ? undefined : responseFor(status, responses);
    if (status === undefined || response === undefined) return [];
    return [{ ...candidate, status, response, ...(otherStatus !== undefined && { otherStatus }) }];
  });
  const others = responses
    .filter((response) => !planned.some((situation) => situation.response === response))
    .map((response): PlannedSituation => {
      const status = statusOf(response, responses);
      return { kind: 'other', when: 'an unspecified situation', status, response };
    });
  return [...planned, ...others];
}

/**
 * Returns the status code that the response must have in a test of a documented response. For a range or `default`, this
 * is the first status code that has no other documented response. The search starts at the first status code of the
 * range, or at 400 for `default`.
 */
export function statusOf(response: DocumentedResponse, responses: readonly DocumentedResponse[]): string {
  const { documented } = response;
  if (/^\d{3}$/.test(documented)) return documented;
  const [first, length] = documented === 'default' ? [400, 200] : [Number(documented[0]) * 100, 100];
  const statuses = Array.from({ length }, (_, index) => String(first + index));
  return statuses.find((status) => responseFor(status, responses) === response) ?? documented;
}
