// Tests which calls `npm run test:runtimes` makes.
import { expect, test } from 'vitest';
import { situations } from '../../compat/runtimes/situation.ts';
import { battery, timedBattery } from '../faults/cases/battery.ts';

test('the calls of npm run test:runtimes are about 60, and have every subject of the fault battery', () => {
  expect(situations.length).toBeGreaterThanOrEqual(50);
  expect(situations.length).toBeLessThanOrEqual(70);
  const subjects = situations.map(({ subject }) => subject);
  expect(subjects).toEqual(expect.arrayContaining(Object.keys({ ...battery, ...timedBattery })));
});
