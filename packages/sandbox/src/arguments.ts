import { parseArgs } from 'node:util';
import { unknownOption } from '../../../common/closest-name.js';
import type { RateLimitOptions } from './http/token-bucket.js';
import { optionProblem } from './option-rules.js';
import type { SandboxOptions } from './options.js';

/** The arguments of the command. */
export interface SandboxArguments {
  readonly help: boolean;
  readonly version: boolean;
  /** Path of the seed file. */
  readonly file: string | undefined;
  /** The options that override those of the seed file. */
  readonly options: Pick<SandboxOptions, 'host' | 'port' | 'origin' | 'control' | 'latency' | 'rateLimit'>;
  /** Format of the lines for the start and for each request. */
  readonly log: LogFormat;
}

const LOG_FORMATS = ['text', 'json'] as const;
type LogFormat = (typeof LOG_FORMATS)[number];

const OPTIONS = {
  host: { type: 'string' },
  port: { type: 'string', default: '4020' },
  origin: { type: 'string' },
  control: { type: 'boolean' },
  'rate-limit': { type: 'string' },
  latency: { type: 'string', default: '0' },
  log: { type: 'string', default: 'text' },
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;
const OPTION_NAMES = Object.keys(OPTIONS).map((name) => `--${name}`);

/**
 * Reads the arguments of the command.
 *
 * @throws Error If an argument is not valid. The message is one line with the option and its valid values, or with all
 *   valid options if the option is unknown.
 */
export function parseArguments(args: readonly string[]): SandboxArguments {
  const { values, positionals } = parse(joinNegativeNumbers(args));
  if (positionals.length > 1) throw new Error('pass at most one seed file');
  const { help, version, 'rate-limit': rate, host, origin, control } = values;
  const log = LOG_FORMATS.find((format) => format === values.log);
  if (log === undefined) throw new Error('--log must be text or json');
  const rateLimit = rateOf(rate);
  const options = {
    port: numberOf(values.port),
    latency: numberOf(values.latency),
    ...(host !== undefined && { host }),
    ...(origin !== undefined && { origin }),
    ...(control !== undefined && { control }),
    ...(rateLimit !== undefined && { rateLimit }),
  };
  const invalid = optionProblem(options);
  if (invalid !== undefined) throw new Error(`--${invalid}`);
  return { help, version, file: positionals[0], log, options };
}

/** Rewrites `--latency -1` as `--latency=-1`, because parseArgs reads `-1` as an option. */
function joinNegativeNumbers(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    if (last !== undefined && OPTION_NAMES.includes(last) && /^-\d/.test(arg)) joined.splice(-1, 1, `${last}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

function parse(args: string[]) {
  const unknown = args
    .filter((arg) => /^--\w/.test(arg))
    .map((arg) => arg.split('=')[0] ?? '')
    .find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined) throw new Error(unknownOption(unknown, OPTION_NAMES));
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // The first sentence of Node's message names the option.
    const [sentence] = error instanceof Error ? error.message.split(/[.\n]/) : [String(error)];
    throw new Error(`${sentence}. Valid options: ${OPTION_NAMES.join(', ')}`);
  }
}

/** Parses a number. Returns `NaN` if the text is empty or is not a number. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

function rateOf(value: string | undefined): RateLimitOptions | false | undefined {
  if (value === undefined) return undefined;
  if (value === 'off') return false;
  const [limit = 0, perSecond = 0, ...rest] = value.split('/').map(Number);
  if (rest.length > 0 || !Number.isInteger(limit) || limit < 1 || !(perSecond > 0)) {
    throw new Error('--rate-limit must be off or two numbers, such as 5/2 (5 calls at once, then 2 more per second)');
  }
  return { limit, perSecond };
}
