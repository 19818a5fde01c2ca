import { describe, expect, test } from 'vitest';
import { emptyBodies, failureBodies, successBodies } from './bodies.ts';
import {
  type CaseResult,
  delaysBetween,
  type FaultCase,
  ID,
  runCase,
  SECRET,
  type TimedCase,
  TOKEN,
  withTitles,
} from './case.ts';
import { network } from './network.ts';
import { printed, SECRET_PATTERN } from './printed.ts';
import { rateLimits } from './rate-limits.ts';
import { redirects, tokenRedirects } from './redirects.ts';
import { statuses } from './statuses.ts';
import { tokenDelays, tokenEndpoint } from './token-endpoint.ts';

/** Asserts the outcome and every request that the server received. */
function expectResult(result: CaseResult, row: FaultCase): void {
  const { method = 'GET', body, api = [], token = [] } = row;
  expect(result.outcome).toEqual(row.expected);
  expect(result.tokenRequests).toHaveLength(token.length);
  const sent = { method, url: `/api/v2/token-exchange-profiles/${ID}`, body: JSON.stringify(body) ?? '' };
  expect(result.apiRequests.map(({ method, url, body }) => ({ method, url, body }))).toEqual(api.map(() => sent));
  expect(result.requestsToOtherOrigin).toEqual([]);
  expectNoSecret(result, row);
}

/** Asserts that the case sent a token or a client secret, and that its error contains neither. */
function expectNoSecret({ apiRequests, tokenRequests, failure }: CaseResult, row: FaultCase): void {
  const sent = [...tokenRequests.map(({ body }) => body), ...apiRequests.map(({ headers }) => headers.authorization)];
  expect(sent.join()).toContain(row.token === undefined ? TOKEN : SECRET);
  expect(failure instanceof Error).toBe(!('data' in row.expected));
  expect(printed(failure).join('\n')).not.toMatch(SECRET_PATTERN);
}

async function expectCase(_title: string, row: FaultCase): Promise<void> {
  expectResult(await runCase(row), row);
}

async function expectTimedCase(_title: string, row: TimedCase): Promise<void> {
  const result = await runCase(row);
  expectResult(result, row);
  expect(delaysBetween([...result.tokenRequests, ...result.apiRequests])).toEqual(row.delays);
}

describe('response without a body', () => {
  test.each(withTitles(emptyBodies))('%s', expectCase);
});

describe('body of a 2xx response', () => {
  test.each(withTitles(successBodies))('%s', expectCase);
});

describe('body of an error response', () => {
  test.each(withTitles(failureBodies))('%s', expectCase);
});

describe('network error or invalid HTTP', () => {
  test.each(withTitles(network))('%s', expectCase);
});

describe('status code and retry', () => {
  test.each(withTitles(statuses))('%s', expectCase);
});

describe('rate limit: delay before the retry', () => {
  test.each(withTitles(rateLimits))('%s', expectTimedCase);
});

describe('redirect of the API is not followed', () => {
  test.each(withTitles(redirects))('%s', expectCase);
});

describe('token endpoint', () => {
  test.each(withTitles(tokenEndpoint))('%s', expectCase);
  test.each(withTitles(tokenDelays))('%s', expectTimedCase);
});

describe('redirect of the token endpoint is not followed', () => {
  test.each(withTitles(tokenRedirects))('%s', expectCase);
});
