// Tests the option `--fail-on` of `npm run verify`.
import { expect, test } from 'vitest';
import { takeFailOn } from '../src/fail-on.ts';

test.each([
  [['--target', 'sandbox'], 'failures', ['--target', 'sandbox']],
  [
    ['--fail-on', 'differences', '--target', 'live', '--tenant', 'a.env'],
    'differences',
    ['--target', 'live', '--tenant', 'a.env'],
  ],
  [['--target=live', '--fail-on=differences', '--allow-deletes'], 'differences', ['--target=live', '--allow-deletes']],
  [['--id', 'a=b', '--fail-on', 'failures'], 'failures', ['--id', 'a=b']],
])('takeFailOn(%j) returns the level %s and the other arguments', (args, failOn, others) => {
  expect(takeFailOn(args)).toEqual({ failOn, others });
});

test.each([[['--fail-on', 'all']], [['--fail-on']]])('takeFailOn(%j) throws an error that lists the levels', (args) => {
  expect(() => takeFailOn(args)).toThrow(/^--fail-on must be one of: failures, differences$/);
});
