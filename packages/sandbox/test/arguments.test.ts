import { expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { type Arguments, parseArguments } from '../src/arguments.ts';

const DEFAULTS = { help: false, version: false, file: undefined, log: 'text' };
const CASES: { title: string; args: string[]; expected: Partial<Omit<Arguments, 'options'>> & { options?: object } }[] =
  readYaml(import.meta.dirname, 'arguments.yaml');

test.for(CASES)('the arguments of the sandbox command $title', ({ args, expected }) => {
  const options = { port: 4020, latency: 0, ...expected.options };
  expect(parseArguments(args)).toEqual({ ...DEFAULTS, ...expected, options });
});
