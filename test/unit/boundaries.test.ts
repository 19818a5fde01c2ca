// The exact points at which a decision turns.
import { expect, test } from 'vitest';
import { clientCredentials } from '../../src/index.js';
import { elapse, NOW, stopTime } from './fake-time.js';
import { answer, scriptedFetch } from './scripted-fetch.js';
import { failure, PROFILE, tenant } from './tenant.js';

const LAST_MS = 1_000;

test('a wait that would end with the deadline is not begun', async () => {
  stopTime();
  const { read } = tenant([answer(429, undefined, { 'Retry-After': '1' })]);
  expect(await failure(elapse(read({ timeout: LAST_MS })))).toMatchObject({ status: 429, attempts: 1 });
  expect(Date.now()).toBe(NOW);
});

test('a wait that would end just before the deadline is begun', async () => {
  stopTime();
  const { read } = tenant([answer(429, undefined, { 'Retry-After': '1' }), answer(200, PROFILE)]);
  expect((await elapse(read({ timeout: LAST_MS + 1 }))).error).toBeUndefined();
});

test('the backoff is half a second at the most, and then doubles', async () => {
  stopTime(0.5);
  const { read, sent } = tenant([answer(503), answer(503), answer(200, PROFILE)]);
  await elapse(read());
  expect(sent.map(({ at }) => at - NOW)).toEqual([0, 250, 750]);
});

test.each(['1000000000', '1000000000000'])('a reset of %s is still the smaller unit, and far away', async (reset) => {
  stopTime();
  const { read } = tenant([answer(429, undefined, { 'X-RateLimit-Reset': reset })]);
  expect(await failure(elapse(read()))).toMatchObject({ status: 429, attempts: 1 });
});

test('a date that does not begin with a day is no Retry-After', async () => {
  stopTime(0.5);
  const { read, sent } = tenant([
    answer(503, undefined, { 'Retry-After': '1 Jan 2026 00:00:30 GMT' }),
    answer(200, PROFILE),
  ]);
  await elapse(read());
  expect(sent[1]?.at).toBe(NOW + 250);
});

test('a token is renewed at the very moment at which its leeway begins', async () => {
  stopTime();
  const issued = (access_token: string) => answer(200, { access_token, expires_in: 100 });
  const { fetch } = scriptedFetch([issued('first'), issued('second')]);
  const source = clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
  const ask = () => source({ origin: 'https://acme.example.com', fetch, signal: new AbortController().signal });
  expect(await ask()).toBe('first');
  await elapse(new Promise((resolve) => setTimeout(resolve, 89_999)));
  expect(await ask()).toBe('first');
  await elapse(new Promise((resolve) => setTimeout(resolve, 1)));
  expect(await ask()).toBe('second');
});

test('a Retry-After that has passed leaves the word to the reset', async () => {
  stopTime();
  const { read, sent } = tenant([
    answer(429, undefined, { 'Retry-After': 'Thu, 01 Jan 2020 00:00:00 GMT', 'X-RateLimit-Reset': '7' }),
    answer(200, PROFILE),
  ]);
  await elapse(read());
  expect(sent[1]?.at).toBe(NOW + 7_000);
});
