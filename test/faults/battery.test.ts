import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ApiError, clientCredentials, createManagementClient } from '../../src/index.ts';
import { outcomeOf } from './call-outcome.ts';
import { battery, timedBattery } from './cases/battery.ts';
import { CLIENT, type FaultCase, GET_PATH, ID, SECRET, type TimedCase, TOKEN, withTitles } from './cases/case.ts';
import { type CaseResult, delaysBetween, printed, runCase, SECRET_PATTERN, scriptedServer } from './cases/run-case.ts';
import { issueToken, json, type Responder } from './scripted-server.ts';

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

const path = { params: { path: { id: ID } } };

describe('client and token source, when printed, contain no token and no client secret', () => {
  test.each(['before', 'during', 'after'])('%s a call', async (when) => {
    const { origin } = await scriptedServer({ token: [issueToken(TOKEN)], api: [json(200, { id: ID })] });
    const auth = clientCredentials(CLIENT);
    const management = createManagementClient({ baseUrl: origin, auth });
    const printClient = () => [...printed(management), ...printed(auth), ...printed(management.GET)].join('\n');
    const texts: Record<string, string> = { before: printClient() };
    const call = outcomeOf(management.GET(GET_PATH, path));
    texts['during'] = printClient() + inspect(call, { showHidden: true, depth: Number.POSITIVE_INFINITY });
    await call;
    texts['after'] = printClient();
    expect(texts[when]).toMatch(/GET/);
    expect(texts[when]).not.toMatch(SECRET_PATTERN);
  });
});

describe('error for a response that contains a secret', () => {
  test('is an ApiError that shows the access token only in error.body', async () => {
    const sendBack: Responder = (context) => json(400, { sent: context.request.headers.authorization })(context);
    const { origin } = await scriptedServer({ api: [sendBack] });
    const { error } = await createManagementClient({ baseUrl: origin, auth: TOKEN }).GET(GET_PATH, path);
    expect(error).toBeInstanceOf(ApiError);
    expect(error?.body).toEqual({ sent: `Bearer ${TOKEN}` });
    const withoutGetters = { ...error, message: error?.message, stack: error?.stack };
    expect(printed(withoutGetters).join('\n')).not.toMatch(SECRET_PATTERN);
    expect(inspect(error, { showHidden: true })).not.toMatch(SECRET_PATTERN);
  });
});
