import { type Command, CommanderError } from 'commander';
import { closestName } from '../../../common/closest-name.js';
import type { CommandOperation } from './command-operation.js';
import { createCommand, DEFAULT_CONCURRENCY, DEFAULT_GIVE_UP_SECONDS } from './declared-options.js';
import { UsageError } from './exit-status.js';

export interface TenantOptions {
  readonly tenant?: string;
  readonly domain?: string;
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly secretFile?: string;
  readonly keyFile?: string;
  readonly keyId?: string;
  readonly tokenUrl?: string;
  readonly audience?: string;
  readonly allowHttp?: true;
}

/**
 * The options of a command, with the names that the library commander gives them. An option that the user did not pass
 * is `undefined`, except `concurrency` and `giveUpAfter`, which have defaults.
 */
export interface Options extends TenantOptions {
  readonly csv?: string;
  readonly column?: string;
  readonly skipEmpty?: true;
  readonly query?: readonly string[];
  readonly body?: string;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly strict?: true;
  readonly json?: true;
  readonly results?: string;
  readonly journal?: string;
  /** Largest number of ids of the input that this run reads. */
  readonly limit?: number;
  /** Largest number of requests per second. */
  readonly maxRate?: number;
  readonly concurrency: number;
  /** Seconds. */
  readonly giveUpAfter: number;
}

export interface CommandArguments {
  /** The values of the path parameters, or the ids. */
  readonly values: readonly string[];
  readonly options: Options;
}

/** Matches names that users may try as an option for a secret. Arguments are visible to other users of the machine. */
const SECRET_OPTION = /^--?(?:client-?)?(?:secret|password|assertion|(?:access-?)?token|(?:private-?)?key)$/i;

/** Largest valid number of calls in flight: more than any rate limit allows. */
const MAX_CONCURRENCY = 1_000;
/** Largest valid number of seconds of `--give-up-after`: one day. */
const MAX_GIVE_UP_SECONDS = 86_400;
/** Largest valid number of `--limit`: more than a file of ids has. */
const MAX_LIMIT = 1_000_000_000;
/** Largest valid number of requests per second of `--max-rate`: more than any rate limit allows. */
const MAX_RATE = 1_000;

/**
 * Reads the arguments after the words of a command.
 *
 * @throws UsageError If an argument is not valid. The message contains no value, because a value can be a secret.
 */
export function parseArguments(command: Command, args: readonly string[]): void {
  checkNames(command, args);
  try {
    command.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new UsageError(`${error.message.replace(/^error: /, '')}. ${command.name()} --help lists the options`);
  }
}

/**
 * Reads the arguments after the words of the command of an operation.
 *
 * @throws UsageError If an argument is not valid. The message contains no value, because a value can be a secret.
 */
export function parseOperationArguments(operation: CommandOperation, args: readonly string[]): CommandArguments {
  const command = createCommand(operation);
  parseArguments(command, args);
  const { concurrency, giveUpAfter, limit, maxRate, ...options } = command.opts();
  return {
    values: command.args,
    options: {
      ...options,
      ...(limit !== undefined && { limit: readNumber('--limit', limit, 0, MAX_LIMIT) }),
      ...(maxRate !== undefined && { maxRate: readNumber('--max-rate', maxRate, 0, MAX_RATE) }),
      concurrency: readNumber('--concurrency', concurrency, DEFAULT_CONCURRENCY, MAX_CONCURRENCY),
      giveUpAfter: readNumber('--give-up-after', giveUpAfter, DEFAULT_GIVE_UP_SECONDS, MAX_GIVE_UP_SECONDS),
    },
  };
}

/** Throws if an option is unknown, before commander throws an error that quotes the whole argument. */
function checkNames(command: Command, args: readonly string[]): void {
  const names = command.options.flatMap(({ long, short }) => [long, short].filter((name) => name !== undefined));
  const end = args.indexOf('--');
  for (const arg of end === -1 ? args : args.slice(0, end)) {
    const [name = ''] = arg.split('=');
    if (arg.includes('=') && command.options.some(({ long, required }) => long === name && !required)) {
      throw new UsageError(`${name} takes no value; remove the "=" and the text after it`);
    }
    if (!/^-./.test(arg) || names.includes(name)) continue;
    if (SECRET_OPTION.test(name)) {
      throw new UsageError(
        `${name} does not exist, because other users of this machine can see the arguments of a process. Put the secret` +
          ' into a file that only you can read and pass --secret-file <file> (--key-file <file> for a private key), or' +
          ' set TENANT_CLIENT_SECRET. If you passed a real secret, replace it: your shell may have stored it',
      );
    }
    // Suggest no short option: all short options are similar, and a typing error must not lead to -y.
    // A private key also starts with two hyphens.
    const isName = /^--[a-z][\w-]*$/i.test(name);
    const closest = isName ? closestName(name, names) : undefined;
    const hint = closest === undefined ? '' : `; did you mean ${closest}?`;
    const kind = isName ? `unknown option ${name}` : 'unknown option';
    throw new UsageError(`${kind}${hint} (before an id that starts with "-", write --)`);
  }
}

function readNumber(name: string, value: string | undefined, byDefault: number, max: number): number {
  const number = value === undefined ? byDefault : Number(value);
  if (Number.isInteger(number) && number > 0 && number <= max) return number;
  throw new UsageError(`${name} must be a whole number from 1 to ${max}`);
}
