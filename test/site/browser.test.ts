import { expect, test } from 'vitest';
import { connect } from './support/browser.ts';

test('connect() throws if Chromium is not installed', () => {
  expect(() => connect('')).toThrow(/^chromium must be installed; /);
});
