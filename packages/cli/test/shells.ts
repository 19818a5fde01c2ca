import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { skipsMissing } from '../../../test/support/skips-missing.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

/** The shells with completion scripts. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** A shell with a completion script. */
export type Shell = (typeof SHELLS)[number];

/** Sources the script in `$1`, completes the last of the other arguments, and prints one candidate per line. */
const BASH = `source "$1"
COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
COMP_WORDS=("\${@:2}")
COMP_CWORD=$(($# - 2))
_tenant_management && ((\${#COMPREPLY[@]} > 0)) && printf '%s\\n' "\${COMPREPLY[@]}"
exit 0`;

/** Like {@link BASH}, with replacements of the functions that exist only while zsh completes a command line. */
const ZSH = `compdef() { }
compset() { PREFIX=\${PREFIX#*=} }
_files() { print -rl -- \${PREFIX}*(N) }
compadd() {
  local candidate
  for candidate in "\${@[\${@[(i)--]}+1,-1]}"; do
    [[ $candidate == "\${(Q)PREFIX}"* ]] && print -r -- "$candidate"
  done
}
source "$1"
words=("\${@[2,-1]}")
CURRENT=$#words
PREFIX=$words[-1]
_tenant-management
exit 0`;

/** Sources the script in the first argument, and completes the command line in the second argument. */
const FISH = 'source $argv[1]; complete -C $argv[2]';

/** The shells that are installed. */
const installed = new Set(SHELLS.filter((shell) => spawnSync(shell, ['--version']).error === undefined));

/** Completes a command line with a script. Returns the sorted candidates. */
function complete(shell: Shell, script: string, typed: readonly string[], cwd: string): string[] {
  const file = join(temporaryFolder(), 'completion');
  writeFileSync(file, script);
  const words = ['tenant-management', ...typed];
  const args = {
    bash: ['--norc', '--noprofile', '-c', BASH, 'bash', file, ...words],
    zsh: ['-f', '-c', ZSH, 'zsh', file, ...words],
    fish: ['--no-config', '-c', FISH, file, words.join(' ')],
  }[shell];
  const output = execFileSync(shell, args, { cwd, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: cwd } });
  // fish prints a tab and a description after each candidate.
  const candidates = output.split('\n').map((line) => line.split('\t')[0] ?? '');
  return candidates.filter((candidate) => candidate !== '').toSorted();
}

/**
 * A test that gets a function to complete the last of the typed words in a shell, in a folder. Skipped if the shell is
 * not installed and `CI` is not set.
 */
export const shellTest = test.extend('complete', async ({ skip }) => {
  return (shell: Shell, script: string, typed: readonly string[], cwd = temporaryFolder()): string[] => {
    skip(skipsMissing(installed.has(shell)), `needs ${shell}`);
    return complete(shell, script, typed, cwd);
  };
});
