import type { Context } from '../context.js';
import { didYouMean } from '../did-you-mean.js';
import { EXIT, type ExitStatus } from '../exit-status.js';
import type { Operation } from '../operation.js';
import { UsageError } from '../usage-error.js';
import { bashScript } from './bash-script.js';
import { type CompletionData, completionData } from './completion-data.js';
import { fishScript } from './fish-script.js';
import { zshScript } from './zsh-script.js';

const SCRIPTS: Readonly<Record<string, (data: CompletionData) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/**
 * Prints the completion script of a shell, and returns the exit status.
 *
 * @throws UsageError If the argument is not the name of a shell that has a script.
 */
export function printCompletion(shell: string, operations: readonly Operation[], { stdout }: Context): ExitStatus {
  const shells = Object.keys(SCRIPTS);
  const render = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (render === undefined) {
    throw new UsageError(`the shell must be bash, zsh or fish${didYouMean(shell, shells)}`);
  }
  stdout.write(render(completionData(operations)));
  return EXIT.done;
}
