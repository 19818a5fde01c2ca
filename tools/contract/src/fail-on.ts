import { parseArgs } from 'node:util';

const LEVELS = ['failures', 'differences'] as const;

/** The level of `--fail-on`: failed tests, or also differences, make `npm run verify` exit with status 1. */
export type FailOn = (typeof LEVELS)[number];

/** The help text of `--fail-on`. */
export const FAIL_ON_HELP = `  --fail-on <level>         failures (the default): exit with status 1 if a test of the suite fails; differences: also if
                            a response differs from the document in a detail that the document does not leave open`;

/**
 * Reads `--fail-on` from the arguments of the command line.
 *
 * @returns The level, and all other arguments.
 * @throws Error If the level is unknown.
 */
export function takeFailOn(args: readonly string[]): { readonly failOn: FailOn; readonly others: string[] } {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { 'fail-on': { type: 'string', default: 'failures' } },
    strict: false,
    tokens: true,
  });
  const failOn = LEVELS.find((level) => level === values['fail-on']);
  if (failOn === undefined) throw new Error(`--fail-on must be one of: ${LEVELS.join(', ')}`);
  const taken = tokens.flatMap((token) => {
    if (token.kind !== 'option' || token.name !== 'fail-on') return [];
    return token.inlineValue ? [token.index] : [token.index, token.index + 1];
  });
  return { failOn, others: args.filter((_, index) => !taken.includes(index)) };
}
