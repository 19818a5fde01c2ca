// Tests the plan that a command shows before it starts a job.
import { expect, test } from 'vitest';
import { operations } from '#generated/operations.js';
import { planLines } from '../src/plan.ts';
import { OPERATION } from './run-cli.ts';

const operation = operations.find(({ id }) => id === OPERATION) ?? expect.fail(`no operation ${OPERATION}`);
const PLAN = {
  operation,
  tenant: 'acme.example.com',
  clientId: 'help-desk',
  ids: ['dev_1', 'dev_2'],
  duplicates: 0,
  resumed: 0,
  leftOut: 0,
  journal: undefined,
};
const [TITLE] = planLines(PLAN);
const LINES = [TITLE, '  tenant  acme.example.com', '  client  help-desk'];

test.each<[what: string, changes: object, lines: string[]]>([
  ['ids', {}, ['  count   2 (dev_1, dev_2)']],
  ['more ids than it shows', { ids: ['a', 'b', 'c', 'd'] }, ['  count   4 (a, b, c, …)']],
  ['duplicates', { duplicates: 3 }, ['  count   2 (dev_1, dev_2); ignored duplicates: 3']],
  ['no ids', { ids: [] }, []],
  ['finished items', { resumed: 1 }, ['  count   2 (dev_1, dev_2)', '  done    1 by earlier runs, 1 left']],
  ['a limit', { leftOut: 1 }, ['  count   2 (dev_1, dev_2)', '  limit   1 more ids left out by --limit']],
  ['a journal', { journal: 'a.journal' }, ['  count   2 (dev_1, dev_2)', '  journal a.journal']],
  [
    'a journal whose name has a control character',
    { journal: 'a\u001b.journal' },
    ['  count   2 (dev_1, dev_2)', '  journal a\\u001b.journal'],
  ],
])('planLines() for a plan with %s', (_what, changes, lines) => {
  expect(planLines({ ...PLAN, ...changes })).toEqual([...LINES, ...lines]);
});
