import { describe, expect, test } from 'vitest';
import { thrownBy } from '../../../test/support/expected-errors.js';
import { parseArguments } from '../src/arguments.js';

const PORT_MESSAGE = '--port must be an integer from 0 (a free port) to 65535';
const LATENCY_MESSAGE = '--latency must be a number of milliseconds from 0 to 2147483647';
const RATE_MESSAGE =
  '--rate-limit must be off or two numbers, such as 5/2 (5 calls at once, then 2 more per second) or 5/2/early-reset';
const VALID = 'Valid options: --host, --port, --origin, --control, --rate-limit, --latency, --log, --version, --help';

const HOST_MESSAGE = '--host must be a host name or an IP address, such as 0.0.0.0, without a port';
const ORIGIN_MESSAGE = '--origin must be an origin such as https://tenant.example.com, without a path';

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

  test.each<[string, string[], string]>([
    ['a port that is not a number', ['--port', 'http'], PORT_MESSAGE],
    ['a port above 65535', ['--port=65536'], PORT_MESSAGE],
    ['a port below 0', ['--port', '-1'], PORT_MESSAGE],
    ['an empty latency', ['--latency', ''], LATENCY_MESSAGE],
    ['a latency below 0', ['--latency', '-1'], LATENCY_MESSAGE],
    ['a latency below 0, passed with an equals sign', ['--latency=-1'], LATENCY_MESSAGE],
    ['a latency that is too long for a timer', ['--latency', '2147483648'], LATENCY_MESSAGE],
    ['a rate limit with one number', ['--rate-limit', '5'], RATE_MESSAGE],
    ['a rate limit with three numbers', ['--rate-limit', '5/2/1'], RATE_MESSAGE],
    ['a rate limit below 0', ['--rate-limit', '-5/2'], RATE_MESSAGE],
    ['a rate limit of 0 calls per second', ['--rate-limit', '5/0'], RATE_MESSAGE],
    ['a host with a port', ['--host', 'localhost:80'], HOST_MESSAGE],
    ['an empty host', ['--host', ''], HOST_MESSAGE],
    ['an origin without a scheme', ['--origin', 'tenant.example.com'], ORIGIN_MESSAGE],
    ['an origin with a path', ['--origin', 'https://tenant.example.com/api'], ORIGIN_MESSAGE],
    ['an unknown log format', ['--log', 'xml'], '--log must be text or json'],
    ['two seed files', ['a.yaml', 'b.yaml'], 'pass at most one seed file'],
    ['a misspelt option', ['--latenci', '5'], `unknown option "--latenci"; did you mean "--latency"? ${VALID}`],
    ['a misspelt option with a value', ['--prot=5'], `unknown option "--prot"; did you mean "--port"? ${VALID}`],
    ['an unknown option', ['--configuration'], `unknown option "--configuration". ${VALID}`],
    ['an option without its value', ['--latency'], `Option '--latency <value>' argument missing. ${VALID}`],
    ['an unknown short option', ['-x'], `Unknown option '-x'. ${VALID}`],
  ])('are rejected with a message that says what is wrong: %s', (_what, args, message) => {
    expect(thrownBy(() => parseArguments(args)).message).toBe(message);
  });
});
