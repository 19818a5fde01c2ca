import { describe, expect, test } from 'vitest';
import { emptyBodies, failureBodies, successBodies } from './bodies.ts';
import { type FaultCase, ID, type Played, play, type TimedCase, waitsBetween } from './case.ts';
import { network } from './network.ts';
import { rateLimits } from './rate-limits.ts';
import { redirects, tokenRedirects } from './redirects.ts';
import { statuses } from './statuses.ts';
import { tokenEndpoint, tokenWaits } from './token-endpoint.ts';

/** Insists on what the caller sees and on each request that the server saw. */
function expectAsSeen(played: Played, row: FaultCase): void {
  const { method = 'GET', body, api = [], token = [] } = row;
  expect(played.seen).toEqual(row.seen);
  expect(played.tokenRequests).toHaveLength(token.length);
  const sent = { method, url: `/api/v2/token-exchange-profiles/${ID}`, body: JSON.stringify(body) ?? '' };
  expect(played.arrived.map(({ method, url, body }) => ({ method, url, body }))).toEqual(api.map(() => sent));
  expect(played.astray).toEqual([]);
}

async function expectCase(row: FaultCase): Promise<void> {
  expectAsSeen(await play(row), row);
}

async function expectTimedCase(row: TimedCase): Promise<void> {
  const played = await play(row);
  expectAsSeen(played, row);
  expect(waitsBetween([...played.tokenRequests, ...played.arrived])).toEqual(row.waits);
}

describe('an empty body', () => {
  test.each(emptyBodies)('$name', expectCase);
});

describe('the body of a 2xx', () => {
  test.each(successBodies)('$name', expectCase);
});

describe('the body of a failure', () => {
  test.each(failureBodies)('$name', expectCase);
});

describe('a network that fails', () => {
  test.each(network)('$name', expectCase);
});

describe('a status', () => {
  test.each(statuses)('$name', expectCase);
});

describe('a rate limit', () => {
  test.each(rateLimits)('$name', expectTimedCase);
});

describe('a redirect', () => {
  test.each(redirects)('$name', expectCase);
});

describe('the token endpoint', () => {
  test.each(tokenEndpoint)('$name', expectCase);
  test.each(tokenRedirects)('$name', expectCase);
  test.each(tokenWaits)('$name', expectTimedCase);
});
