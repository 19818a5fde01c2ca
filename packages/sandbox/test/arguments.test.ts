import { describe, expect, test } from 'vitest';
import { parseArguments } from '../src/arguments.js';

const DEFAULTS = { help: false, version: false, file: undefined, log: 'text', options: { port: 4020, latency: 0 } };

describe('the arguments of the sandbox command', () => {
  test.each<[string, string[], object]>([
    ['can be omitted: every option has a default', [], {}],
    ['can contain a seed file', ['seed.yaml'], { file: 'seed.yaml' }],
    [
      'can contain options before and after the seed file',
      ['--port', '0', 'a.yaml', '--latency=5'],
      { file: 'a.yaml', options: { port: 0, latency: 5 } },
    ],
    [
      'can set a rate limit',
      ['--rate-limit', '7/0.5'],
      { options: { ...DEFAULTS.options, rateLimit: { limit: 7, perSecond: 0.5 } } },
    ],
    [
      'can round the reset down',
      ['--rate-limit', '7/0.5/early-reset'],
      { options: { ...DEFAULTS.options, rateLimit: { limit: 7, perSecond: 0.5, earlyReset: true } } },
    ],
    ['can disable the rate limit', ['--rate-limit', 'off'], { options: { ...DEFAULTS.options, rateLimit: false } }],
    [
      'can set a host and an origin, and enable the control API',
      ['--host', '::1', '--origin=https://tenant.example.com', '--control'],
      { options: { ...DEFAULTS.options, host: '::1', origin: 'https://tenant.example.com', control: true } },
    ],
    ['can set the format of the log', ['--log', 'json'], { log: 'json' }],
    ['can contain --version', ['--version'], { version: true }],
    ['can contain -h as the short form of --help', ['-h'], { help: true }],
  ])('%s', (_what, args, expected) => {
    expect(parseArguments(args)).toEqual({ ...DEFAULTS, ...expected });
  });
});
