import { expect, test } from 'vitest';
import { connect, skipsChromium } from './support/browser.ts';

test.each([
  ['run if Chromium is installed', 'ws://127.0.0.1', {}, false],
  ['run on a CI service if Chromium is installed', 'ws://127.0.0.1', { CI: 'true' }, false],
  ['are skipped if Chromium is missing', '', {}, true],
  ['run on a CI service even if Chromium is missing', '', { CI: 'true' }, false],
])('the tests with Chromium %s', (_when, address, environment, isSkipped) => {
  expect(skipsChromium(address, environment)).toBe(isSkipped);
});

test('connect() throws if Chromium is not installed', () => {
  expect(() => connect('')).toThrow(/^chromium must be installed; /);
});
