import { expect, test } from 'vitest';
import { skipsMissing } from '../support/skips-missing.ts';

test.each([
  ['run if the program is installed', true, {}, false],
  ['run on a CI service if the program is installed', true, { CI: 'true' }, false],
  ['are skipped if the program is missing', false, {}, true],
  ['run on a CI service even if the program is missing', false, { CI: 'true' }, false],
])('the tests that need a program such as Chromium %s', (_when, isInstalled, environment, isSkipped) => {
  expect(skipsMissing(isInstalled, environment)).toBe(isSkipped);
});
