import { expect, test } from 'vitest';
import { runScript } from '../support/project-copy.ts';

test('runScript() names an unknown option without its value, and refers to --help', async () => {
  expect(await runScript('scripts/mock.ts', '--unknown=secret')).toMatchObject({
    status: 1,
    output: 'The command has no option --unknown: remove the option, or pass --help for the list of options\n',
  });
});
