import { describe, expect, test } from 'vitest';
import { battery, timedBattery } from './cases/battery.ts';
import { type FaultCase, ID, SECRET, type TimedCase, TOKEN, withTitles } from './cases/case.ts';
import { printed, SECRET_PATTERN } from './cases/printed.ts';
import { type CaseResult, delaysBetween, runCase } from './cases/run-case.ts';

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

describe.each(Object.entries(battery))('%s', (_subject, cases) => {
  test.each(withTitles(cases))('%s', expectCase);
});

describe.each(Object.entries(timedBattery))('%s', (_subject, cases) => {
  test.each(withTitles(cases))('%s', expectTimedCase);
});
