import type { Command } from 'commander';
import { addTenantOptions, createEmptyCommand } from '../create-command.js';
import type { BuiltInCommand } from './built-in-commands.js';

/** Creates a built-in command, with its options. */
export function createBuiltInCommand({ words, choices, needsTenant }: BuiltInCommand): Command {
  const command = createEmptyCommand(words.join(' '));
  if (choices.length > 0) command.argument(`<${choices.join('|')}>`);
  if (needsTenant) command.option('--json', 'print the result as one JSON object');
  command.option('-h, --help', 'print this help');
  return needsTenant ? addTenantOptions(command) : command;
}
